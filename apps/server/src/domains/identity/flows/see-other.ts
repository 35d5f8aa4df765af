import type { FastifyReply } from 'fastify';

/** Sends a browser elsewhere, with GET. */
export function seeOther(reply: FastifyReply, url: string): FastifyReply {
  return reply.code(303).header('location', url).send();
}

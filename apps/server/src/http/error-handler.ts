import { randomUUID } from 'node:crypto';
import { QuarterdeckError } from '@quarterdeck/contract';
import type { ErrorBody } from '@quarterdeck/contract/platform';
import type { FastifyError, FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Logger } from '../platform/log.ts';
import { AccessRefusal } from './access-refusal.ts';

interface Answer {
  status: number;
  body: ErrorBody & Record<string, unknown>;
}

/** Turns every failure into one body: `{error, code, hint?, id?}`. Unexpected ones get an id, are logged once and show nothing of the inside. */
export function registerErrorHandler(http: FastifyInstance, log: Logger): void {
  http.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof AccessRefusal) {
      return reply.code(error.status).headers(error.headers).type('text/plain; charset=utf-8').send(error.message);
    }
    const { status, body } = describe(error);
    if (status >= 500) {
      body.id = randomUUID().slice(0, 8);
      log.error({ err: error, id: body.id, method: request.method, path: request.url.split('?')[0] }, 'request failed');
    }
    return reply.code(status).send(body);
  });
  http.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: `there is no ${request.method} ${request.originalUrl.split('?')[0]}`, code: 'NOT_FOUND' }),
  );
}

function describe(error: FastifyError): Answer {
  if (error instanceof QuarterdeckError) {
    return {
      status: error.status,
      body: {
        ...error.details,
        error: error.message,
        code: error.code,
        ...(error.hint === undefined ? {} : { hint: error.hint }),
      },
    };
  }
  if (error instanceof z.ZodError) {
    const issue = error.issues[0];
    const where = issue?.path.join('.');
    return {
      status: 400,
      body: { error: `${where ? `${where}: ` : ''}${issue?.message ?? 'wrong input'}`, code: 'BAD_REQUEST' },
    };
  }
  const trouble = databaseTrouble(error);
  if (trouble !== undefined) return trouble;
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return {
      status: error.statusCode,
      body: { error: error.message, code: error.statusCode === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST' },
    };
  }
  return { status: 500, body: { error: 'something went wrong inside the server', code: 'INTERNAL' } };
}

/** The database gave up the statement for reasons of its own: serialization, deadlock, resources, locks. Nothing of it stays. */
const GAVE_UP_STATE = /^(40...|53...|55P03)$/;
const CANCELED_STATE = '57014';
/** A text of the request that PostgreSQL keeps in no column, such as one with a NUL. */
const UNSTORABLE_STATE = /^(22021|22P05)$/;

/** What a failure of a statement means, as far as it may be told; undefined for every other failure. */
function databaseTrouble(error: { code?: unknown }): Answer | undefined {
  const state = typeof error.code === 'string' ? error.code : '';
  if (state === CANCELED_STATE) {
    return {
      status: 504,
      body: { error: 'the database took too long', code: 'TIMEOUT', hint: 'Ask for less, or try again in a moment.' },
    };
  }
  if (UNSTORABLE_STATE.test(state)) {
    return { status: 400, body: { error: 'a text holds a character that cannot be kept', code: 'BAD_REQUEST' } };
  }
  if (!GAVE_UP_STATE.test(state)) return undefined;
  return {
    status: 503,
    body: {
      error: 'the database could not finish the request',
      code: 'DATABASE_UNAVAILABLE',
      hint: 'Nothing was changed; try again in a moment.',
    },
  };
}

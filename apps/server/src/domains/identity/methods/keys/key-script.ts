import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { UiNode } from '@quarterdeck/contract/identity';
import type { FastifyInstance } from 'fastify';
import { allow } from '../../../../http/guard.ts';
import { identityBase } from '../../flows/flow-wire.ts';
import { scriptNode } from '../../flows/nodes.ts';

const PATH = '/.well-known/ory/webauthn.js';
const SCRIPT = readFileSync(new URL('./browser/webauthn.js', import.meta.url));
const INTEGRITY = `sha512-${createHash('sha512').update(SCRIPT).digest('base64')}`;

/** The script that the buttons of keys call. Source: automation-and-access §5.2, §5.4. */
export function keyScriptNode(origin: string): UiNode {
  return scriptNode('webauthn', 'webauthn_script', `${identityBase(origin)}${PATH}`, INTEGRITY);
}

/** GET /.well-known/ory/webauthn.js: defines window functions for security keys and passkeys. */
export function registerKeyScript(http: FastifyInstance): void {
  http.get(`/.ory${PATH}`, allow('public'), (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(SCRIPT),
  );
}

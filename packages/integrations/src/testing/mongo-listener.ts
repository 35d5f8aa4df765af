import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { BSON } from 'mongodb';

const OP_REPLY = 1;
const OP_MSG = 2013;
const ITERATIONS = 4096;
const ACCOUNT = { user: 'monitor', password: 'open-sesame' };

type Document = Record<string, unknown>;

function message(opCode: number, responseTo: number, body: Buffer): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + body.length, 0);
  header.writeInt32LE(responseTo, 8);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, body]);
}

function reply(opCode: number, requestId: number, document: Document): Buffer {
  const bson = Buffer.from(BSON.serialize(document));
  if (opCode === OP_MSG) return message(OP_MSG, requestId, Buffer.concat([Buffer.alloc(5), bson]));
  const head = Buffer.alloc(20);
  head.writeInt32LE(1, 16);
  return message(OP_REPLY, requestId, Buffer.concat([head, bson]));
}

/** The document of an OP_MSG (one section) or of an OP_QUERY. */
function documentOf(request: Buffer): Document {
  const isMessage = request.readInt32LE(12) === OP_MSG;
  const start = isMessage ? 21 : request.indexOf(0, 20) + 9;
  return BSON.deserialize(request.subarray(start, start + request.readInt32LE(start)));
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function payloadOf(command: Document): string {
  return command.payload instanceof BSON.Binary ? Buffer.from(command.payload.buffer).toString('utf8') : '';
}

/** One SCRAM-SHA-256 conversation on the server's side. Source: RFC 5802. */
function createScram() {
  let clientFirst = '';
  let serverFirst = '';
  const answer = (text: string, done: boolean) => ({
    conversationId: 1,
    done,
    payload: new BSON.Binary(Buffer.from(text)),
    ok: 1,
  });
  return {
    start(command: Document): Document {
      clientFirst = payloadOf(command).replace(/^n,,/, '');
      const nonce = /r=(.*)$/.exec(clientFirst)?.[1] ?? '';
      const salt = createHash('sha256').update('salt').digest('base64');
      serverFirst = `r=${nonce}${randomBytes(8).toString('hex')},s=${salt},i=${ITERATIONS}`;
      return answer(serverFirst, false);
    },
    proceed(command: Document): Document | undefined {
      const final = payloadOf(command);
      const [, withoutProof = '', proof = ''] = /^(.*),p=(.*)$/.exec(final) ?? [];
      const salt = Buffer.from(/s=([^,]+)/.exec(serverFirst)?.[1] ?? '', 'base64');
      const salted = pbkdf2Sync(ACCOUNT.password, salt, ITERATIONS, 32, 'sha256');
      const authMessage = `${clientFirst},${serverFirst},${withoutProof}`;
      const clientKey = hmac(salted, 'Client Key');
      const signature = hmac(createHash('sha256').update(clientKey).digest(), authMessage);
      const expected = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0))).toString('base64');
      if (proof !== expected || !clientFirst.startsWith(`n=${ACCOUNT.user},`)) return undefined;
      return answer(`v=${hmac(hmac(salted, 'Server Key'), authMessage).toString('base64')}`, true);
    },
  };
}

export interface MongoListenerOptions {
  /** What `hello` tells besides the versions; a primary without a replica set when absent. */
  hello?: Document;
  /** Commands that get no answer. */
  silentOn?: readonly string[];
  /** Names of the commands, as they come. */
  commands?: string[];
}

/** Speaks MongoDB's wire protocol as far as a client needs it to log in as `monitor` (password `open-sesame`) and to ping. */
export function mongoListener(options: MongoListenerOptions = {}): (socket: Socket) => void {
  return (socket) => {
    const scram = createScram();
    let isLoggedIn = false;
    const refuse = (code: number, codeName: string, errmsg: string) => ({ ok: 0, code, codeName, errmsg });
    const answer = (name: string, command: Document): Document => {
      switch (name.toLowerCase()) {
        case 'hello':
        case 'ismaster':
          return {
            ismaster: true,
            isWritablePrimary: true,
            minWireVersion: 0,
            maxWireVersion: 21,
            saslSupportedMechs: ['SCRAM-SHA-256'],
            ok: 1,
            ...options.hello,
          };
        case 'saslstart':
          return scram.start(command);
        case 'saslcontinue': {
          const granted = scram.proceed(command);
          isLoggedIn = granted !== undefined;
          return granted ?? refuse(18, 'AuthenticationFailed', 'Authentication failed.');
        }
        case 'ping':
          return isLoggedIn ? { ok: 1 } : refuse(13, 'Unauthorized', 'Command ping requires authentication');
        default:
          return { ok: 1 };
      }
    };
    let pending = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 16 && pending.length >= pending.readInt32LE(0)) {
        const request = pending.subarray(0, pending.readInt32LE(0));
        pending = pending.subarray(request.length);
        const command = documentOf(request);
        const name = Object.keys(command)[0] ?? '';
        options.commands?.push(name);
        if (options.silentOn?.includes(name)) continue;
        socket.write(reply(request.readInt32LE(12), request.readInt32LE(4), answer(name, command)));
      }
    });
  };
}

import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

const TYPE = { batch: 0x01, reply: 0x04, login: 0x10, prelogin: 0x12 };
/** First byte of a TLS record after the handshake. */
const APPLICATION_DATA = 0x17;
const ACCOUNT = { user: 'monitor', password: 's3cret!word' };

type Cell =
  | { name: string; type: 'int'; value: number | null }
  | { name: string; type: 'bigint'; value: bigint }
  | { name: string; type: 'float'; value: number }
  | { name: string; type: 'bit'; value: boolean }
  | { name: string; type: 'datetime'; days: number; ticks: number }
  | { name: string; type: 'text'; value: string };

export type TdsAnswer = { rows: readonly (readonly Cell[])[] } | { error: string; number: number };

export interface TdsListenerOptions {
  /** What the server says about encryption: it cannot, or it can with this certificate. */
  tls?: { key: string; cert: string };
  /** Answers a statement; undefined leaves it without an answer. */
  answer?(statement: string): TdsAnswer | undefined;
  /** Whether each login came encrypted. */
  logins?: { user: string; database: string; isEncrypted: boolean }[];
}

function packet(type: number, body: Buffer): Buffer {
  const header = Buffer.from([type, 1, 0, 0, 0, 0, 1, 0]);
  header.writeUInt16BE(8 + body.length, 2);
  return Buffer.concat([header, body]);
}

function u16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

/** Text in UTF-16 behind its length in characters, which takes one byte. */
function shortText(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'utf16le')]);
}

function done(rows: number): Buffer {
  return Buffer.concat([Buffer.from([0xfd]), u16(0x10), u16(0xc1), u32(rows), u32(0)]);
}

function sized(token: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([token]), u16(body.length), body]);
}

function errorToken(number: number, text: string): Buffer {
  const message = Buffer.concat([u16(text.length), Buffer.from(text, 'utf16le')]);
  return sized(0xaa, Buffer.concat([u32(number), Buffer.from([1, 14]), message, shortText('stub'), shortText(''), u32(1)]));
}

function preloginReply(canEncrypt: boolean): Buffer {
  const version = Buffer.from([16, 0, 0, 0, 0, 0]);
  const options = [0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff];
  return packet(TYPE.reply, Buffer.concat([Buffer.from(options), version, Buffer.from([canEncrypt ? 1 : 2])]));
}

function typeInfo(cell: Cell): Buffer {
  switch (cell.type) {
    case 'int':
      return Buffer.from([0x26, 4]);
    case 'bigint':
      return Buffer.from([0x26, 8]);
    case 'float':
      return Buffer.from([0x6d, 8]);
    case 'bit':
      return Buffer.from([0x68, 1]);
    case 'datetime':
      return Buffer.from([0x6f, 8]);
    case 'text':
      return Buffer.concat([Buffer.from([0xe7]), u16(8000), Buffer.from([9, 4, 0xd0, 0, 0x34])]);
  }
}

function cellValue(cell: Cell): Buffer {
  const value = Buffer.alloc(8);
  switch (cell.type) {
    case 'int':
      if (cell.value === null) return Buffer.from([0]);
      value.writeInt32LE(cell.value);
      return Buffer.concat([Buffer.from([4]), value.subarray(0, 4)]);
    case 'bigint':
      value.writeBigInt64LE(cell.value);
      return Buffer.concat([Buffer.from([8]), value]);
    case 'float':
      value.writeDoubleLE(cell.value);
      return Buffer.concat([Buffer.from([8]), value]);
    case 'bit':
      return Buffer.from([1, cell.value ? 1 : 0]);
    case 'datetime':
      value.writeInt32LE(cell.days);
      value.writeUInt32LE(cell.ticks, 4);
      return Buffer.concat([Buffer.from([8]), value]);
    case 'text':
      return Buffer.concat([u16(cell.value.length * 2), Buffer.from(cell.value, 'utf16le')]);
  }
}

function answerTokens(answer: TdsAnswer): Buffer {
  if ('error' in answer) return Buffer.concat([errorToken(answer.number, answer.error), done(0)]);
  const [first = []] = answer.rows;
  const columns = first.map((cell) => Buffer.concat([u32(0), u16(1), typeInfo(cell), shortText(cell.name)]));
  const metadata = first.length === 0 ? [] : [Buffer.from([0x81]), u16(first.length), ...columns];
  const rows = answer.rows.flatMap((cells) => [Buffer.from([0xd1]), ...cells.map(cellValue)]);
  return Buffer.concat([...metadata, ...rows, done(answer.rows.length)]);
}

/** Login fields: offset and length in characters stand at fixed places; the password is only veiled. */
function readLogin(body: Buffer): { user: string; password: string; database: string } {
  const field = (at: number) => {
    const offset = body.readUInt16LE(at);
    return body.subarray(offset, offset + body.readUInt16LE(at + 2) * 2);
  };
  const unveiled = Buffer.from(field(44).map((byte) => (((byte ^ 0xa5) << 4) | ((byte ^ 0xa5) >> 4)) & 0xff));
  return { user: field(40).toString('utf16le'), password: unveiled.toString('utf16le'), database: field(68).toString('utf16le') };
}

/** Hands whole messages on, and gives back what belongs to the next one. */
function readPackets(pending: Buffer, onMessage: (type: number, body: Buffer) => void): Buffer {
  let rest = pending;
  while (rest.length >= 8 && rest.length >= rest.readUInt16BE(2)) {
    const length = rest.readUInt16BE(2);
    onMessage(rest.readUInt8(0), rest.subarray(8, length));
    rest = rest.subarray(length);
  }
  return rest;
}

/** TLS whose handshake travels inside of packets, and that is bare after it. Source: MS-TDS 2.2.6.5. */
function encrypt(socket: Socket, tls: { key: string; cert: string }): TLSSocket {
  let isShaken = false;
  let pending = Buffer.alloc(0);
  const carrier = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, callback) {
      socket.write(isShaken ? chunk : packet(TYPE.prelogin, chunk), () => callback());
    },
  });
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    isShaken ||= pending.length === 0 && chunk[0] === APPLICATION_DATA;
    if (isShaken) return carrier.push(chunk);
    pending = Buffer.from(readPackets(Buffer.concat([pending, chunk]), (_type, body) => carrier.push(body)));
    return undefined;
  });
  const secure = new TLSSocket(carrier, { isServer: true, ...tls, maxVersion: 'TLSv1.2' });
  secure.on('error', () => socket.destroy());
  return secure;
}

/**
 * Speaks SQL Server's wire protocol as far as a client needs it to log in as `monitor` (password `s3cret!word`) and to run statements.
 */
export function tdsListener(options: TdsListenerOptions = {}): (socket: Socket) => void {
  return (socket) => {
    const serve = (stream: Duplex, isEncrypted: boolean) => {
      let pending = Buffer.alloc(0);
      const reply = (tokens: Buffer) => stream.write(packet(TYPE.reply, tokens));
      const onMessage = (type: number, body: Buffer) => {
        if (type === TYPE.prelogin) {
          const { tls } = options;
          socket.write(preloginReply(tls !== undefined), () => {
            if (tls !== undefined && !isEncrypted) serve(encrypt(socket, tls), true);
          });
        } else if (type === TYPE.login) {
          const { user, password, database } = readLogin(body);
          options.logins?.push({ user, database, isEncrypted });
          if (user !== ACCOUNT.user || password !== ACCOUNT.password)
            return reply(Buffer.concat([errorToken(18456, `Login failed for user '${user}'.`), done(0)]));
          const version = Buffer.from([0x74, 0, 0, 4]);
          return reply(
            Buffer.concat([sized(0xad, Buffer.concat([Buffer.from([1]), version, shortText('stub'), u32(16)])), done(0)]),
          );
        } else if (type === TYPE.batch) {
          const statement = body.subarray(body.readUInt32LE(0)).toString('utf16le');
          const isSetup = /^set /i.test(statement.trim());
          const answer = isSetup ? { rows: [] } : options.answer?.(statement);
          if (answer !== undefined) reply(answerTokens(answer));
        }
        return undefined;
      };
      stream.on('data', (chunk: Buffer) => {
        pending = Buffer.from(readPackets(Buffer.concat([pending, chunk]), onMessage));
      });
    };
    serve(socket, socket instanceof TLSSocket);
  };
}

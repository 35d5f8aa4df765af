/** Messages of the PostgreSQL protocol, as far as somebody in between has to tell them apart. */

export interface Message {
  /** Letter of the message; empty for the ones that begin a connection. */
  type: string;
  bytes: Buffer;
}

const HEADER_BYTES = 5;

/** Cuts a stream into messages. Those that begin a connection have no letter: the reader is told how many of them come. */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0);
  #untyped: number;

  constructor(untyped: number) {
    this.#untyped = untyped;
  }

  read(chunk: Buffer): Message[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: Message[] = [];
    for (let next = this.#next(); next !== undefined; next = this.#next()) messages.push(next);
    return messages;
  }

  #next(): Message | undefined {
    const isTyped = this.#untyped === 0;
    if (this.#rest.length < (isTyped ? HEADER_BYTES : HEADER_BYTES - 1)) return undefined;
    const length = isTyped ? 1 + this.#rest.readInt32BE(1) : this.#rest.readInt32BE(0);
    if (this.#rest.length < length) return undefined;
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    if (!isTyped) this.#untyped -= 1;
    return { type: isTyped ? String.fromCharCode(bytes[0] ?? 0) : '', bytes };
  }
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

export function errorMessage(severity: 'ERROR' | 'FATAL', code: string): Buffer {
  const fields = [`S${severity}`, `V${severity}`, `C${code}`, 'Minjected: SELECT secret FROM inside at server.ts:1'];
  return message('E', Buffer.from(`${fields.join('\0')}\0\0`));
}

/** @param status I (idle), T (in a transaction) or E (in a failed one) */
export function readyMessage(status: string): Buffer {
  return message('Z', Buffer.from(status));
}

export function queryMessage(text: string): Buffer {
  return message('Q', Buffer.from(`${text}\0`));
}

export function textOf({ type, bytes }: Message): string {
  return type === 'Q' ? bytes.subarray(HEADER_BYTES, -1).toString() : '';
}

/** Codes of the messages that end a batch: Sync, Query and Flush. The server answers nothing before one of them. */
const BATCH_ENDS = new Set(['S', 'Q', 'H'].map((code) => code.charCodeAt(0)));
const TERMINATE = 'X'.charCodeAt(0);
const HEADER_BYTES = 5;

export interface FramedInput {
  /** Whole messages that can be answered now. */
  batch: Buffer;
  /** What stays until more arrives. */
  rest: Buffer;
  /** The client said good-bye. */
  ended: boolean;
}

/** Cuts the client's side of the PostgreSQL protocol after its last complete batch. */
export function cutBatch(input: Buffer): FramedInput {
  let position = 0;
  let batchEnd = 0;
  while (position + HEADER_BYTES <= input.length) {
    const code = input[position] ?? 0;
    const end = position + 1 + input.readInt32BE(position + 1);
    if (end > input.length) break;
    if (code === TERMINATE) return { batch: input.subarray(0, batchEnd), rest: Buffer.alloc(0), ended: true };
    position = end;
    if (BATCH_ENDS.has(code)) batchEnd = position;
  }
  return { batch: input.subarray(0, batchEnd), rest: input.subarray(batchEnd), ended: false };
}

function message(code: string, body: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(code, 'latin1');
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

/** Answer to a start-up message: no password is asked for, the session is ready. */
export const WELCOME: Buffer = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);

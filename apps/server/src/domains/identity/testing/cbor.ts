/** What an authenticator writes: whole numbers, texts, bytes and maps in the order given. Source: RFC 8949. */
export type CborValue = number | string | Buffer | ReadonlyMap<number | string, CborValue>;

export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [encodeCbor(key), encodeCbor(entry)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.from([type | length]);
  if (length < 0x1_00) return Buffer.from([type | 24, length]);
  const wide = Buffer.from([type | 25, 0, 0]);
  wide.writeUInt16BE(length, 1);
  return wide;
}

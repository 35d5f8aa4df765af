const ROTATIONS = [
  [3, 7, 11, 19],
  [3, 5, 9, 13],
  [3, 9, 11, 15],
] as const;
const CONSTANTS = [0, 0x5a827999, 0x6ed9eba1] as const;
const ORDERS = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
] as const;
const MIXERS: readonly ((x: number, y: number, z: number) => number)[] = [
  (x, y, z) => (x & y) | (~x & z),
  (x, y, z) => (x & y) | (x & z) | (y & z),
  (x, y, z) => x ^ y ^ z,
];

type State = [number, number, number, number];

function padded(data: Buffer): Buffer {
  const blocks = Buffer.alloc(Math.ceil((data.length + 9) / 64) * 64);
  data.copy(blocks);
  blocks[data.length] = 0x80;
  blocks.writeBigUInt64LE(BigInt(data.length) * 8n, blocks.length - 8);
  return blocks;
}

function mixBlock(block: Buffer, state: State): State {
  let [a, b, c, d] = state;
  MIXERS.forEach((mix, round) => {
    ORDERS[round]?.forEach((word, step) => {
      const sum = (a + mix(b, c, d) + block.readUInt32LE(word * 4) + (CONSTANTS[round] ?? 0)) | 0;
      const turn = ROTATIONS[round]?.[step % 4] ?? 0;
      [a, b, c, d] = [d, (sum << turn) | (sum >>> (32 - turn)), b, c];
    });
  });
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0];
}

/** The 16 bytes of the MD4 hash, which NTLM needs and OpenSSL 3 no longer offers. Source: RFC 1320. */
export function md4(data: Buffer): Buffer {
  const blocks = padded(data);
  let state: State = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let offset = 0; offset < blocks.length; offset += 64) state = mixBlock(blocks.subarray(offset, offset + 64), state);
  const hash = Buffer.alloc(16);
  for (const [index, word] of state.entries()) hash.writeInt32LE(word, index * 4);
  return hash;
}

import { createHmac } from 'node:crypto';
import { md4 } from './md4.ts';

const SIGNATURE = Buffer.from('NTLMSSP\0', 'latin1');
/** Unicode, request target, NTLM, extended session security, target info, 128 and 56 bit keys. */
const FLAGS = 0x00000001 | 0x00000004 | 0x00000200 | 0x00080000 | 0x00800000 | 0x20000000 | 0x80000000;
const UNICODE_FLAG = 0x00000001;
const TARGET_INFO_FLAG = 0x00800000;
const AV_END = 0;
const AV_TIMESTAMP = 7;
const AUTHENTICATE_HEADER_BYTES = 64;
/** Seconds between the epochs 1601 and 1970. */
const WINDOWS_EPOCH_SECONDS = 11_644_473_600n;

export interface NtlmChallenge {
  /** The 8 random bytes of the server. */
  serverChallenge: Buffer;
  /** Attribute-value pairs that the answer must repeat. */
  targetInfo: Buffer;
  flags: number;
}

export interface NtlmLogin {
  user: string;
  domain: string;
  password: string;
}

/** `DOMAIN\user` and `user@domain` name a domain; a plain name has none. */
export function ntlmLogin(username: string, password: string): NtlmLogin {
  const backslash = username.indexOf('\\');
  if (backslash >= 0) return { domain: username.slice(0, backslash), user: username.slice(backslash + 1), password };
  const at = username.indexOf('@');
  if (at >= 0) return { domain: username.slice(at + 1), user: username.slice(0, at), password };
  return { domain: '', user: username, password };
}

/** Message 1, which asks for a challenge. Source: MS-NLMP 2.2.1.1. */
export function negotiateMessage(): Buffer {
  const message = Buffer.alloc(32);
  SIGNATURE.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeUInt32LE(FLAGS >>> 0, 12);
  return message;
}

/** Reads message 2. Throws when it is none. Source: MS-NLMP 2.2.1.2. */
export function readChallenge(message: Buffer): NtlmChallenge {
  if (message.length < 32 || !message.subarray(0, 8).equals(SIGNATURE) || message.readUInt32LE(8) !== 2)
    throw new Error('the NTLM challenge of the server cannot be read');
  const flags = message.readUInt32LE(20);
  if ((flags & UNICODE_FLAG) === 0) throw new Error('the NTLM challenge of the server is not in Unicode');
  let targetInfo = Buffer.alloc(4);
  if ((flags & TARGET_INFO_FLAG) !== 0 && message.length >= 48) {
    const offset = message.readUInt32LE(44);
    targetInfo = Buffer.from(message.subarray(offset, offset + message.readUInt16LE(40)));
  }
  return { serverChallenge: Buffer.from(message.subarray(24, 32)), targetInfo, flags };
}

function timestampOf(targetInfo: Buffer): Buffer | undefined {
  for (let offset = 0; offset + 4 <= targetInfo.length; ) {
    const id = targetInfo.readUInt16LE(offset);
    const length = targetInfo.readUInt16LE(offset + 2);
    if (id === AV_END) return undefined;
    if (id === AV_TIMESTAMP && length === 8) return targetInfo.subarray(offset + 4, offset + 12);
    offset += 4 + length;
  }
  return undefined;
}

function hmac(key: Buffer, ...parts: readonly Buffer[]): Buffer {
  const digest = createHmac('md5', key);
  for (const part of parts) digest.update(part);
  return digest.digest();
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}

/** The key made from password, user and domain. Source: MS-NLMP 3.3.2, NTOWFv2. */
export function ntlmV2Key({ user, domain, password }: NtlmLogin): Buffer {
  return hmac(md4(utf16(password)), utf16(user.toUpperCase() + domain));
}

/** 100 ns units since 1601. */
function windowsTime(now: Date): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE((BigInt(now.getTime()) + WINDOWS_EPOCH_SECONDS * 1000n) * 10_000n);
  return time;
}

/**
 * The two answers to a challenge; a time in the challenge wins over `time`, and the old LM answer is empty then.
 * Source: MS-NLMP 3.3.2.
 */
export function ntlmV2Responses(
  login: NtlmLogin,
  challenge: Pick<NtlmChallenge, 'serverChallenge' | 'targetInfo'>,
  client: { challenge: Buffer; time: Buffer },
): { nt: Buffer; lm: Buffer } {
  const key = ntlmV2Key(login);
  const serverTime = timestampOf(challenge.targetInfo);
  const blob = Buffer.concat([
    Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]),
    serverTime ?? client.time,
    client.challenge,
    Buffer.alloc(4),
    challenge.targetInfo,
    Buffer.alloc(4),
  ]);
  const lm = Buffer.concat([hmac(key, challenge.serverChallenge, client.challenge), client.challenge]);
  return {
    nt: Buffer.concat([hmac(key, challenge.serverChallenge, blob), blob]),
    lm: serverTime === undefined ? lm : Buffer.alloc(24),
  };
}

/** Message 3, which proves the password. `clientChallenge` are 8 random bytes. Source: MS-NLMP 2.2.1.3. */
export function authenticateMessage(login: NtlmLogin, challenge: NtlmChallenge, clientChallenge: Buffer, now: Date): Buffer {
  const { nt, lm } = ntlmV2Responses(login, challenge, { challenge: clientChallenge, time: windowsTime(now) });
  const header = Buffer.alloc(AUTHENTICATE_HEADER_BYTES);
  SIGNATURE.copy(header);
  header.writeUInt32LE(3, 8);
  let offset = AUTHENTICATE_HEADER_BYTES;
  const payload = [lm, nt, utf16(login.domain), utf16(login.user), utf16(''), Buffer.alloc(0)];
  for (const [index, part] of payload.entries()) {
    const field = 12 + index * 8;
    header.writeUInt16LE(part.length, field);
    header.writeUInt16LE(part.length, field + 2);
    header.writeUInt32LE(offset, field + 4);
    offset += part.length;
  }
  header.writeUInt32LE((FLAGS & challenge.flags) >>> 0, 60);
  return Buffer.concat([header, ...payload]);
}

import { describe, expect, it } from 'vitest';
import { authenticateMessage, negotiateMessage, ntlmLogin, ntlmV2Key, ntlmV2Responses, readChallenge } from './ntlm.ts';

/** The example values of MS-NLMP 4.2.1 and 4.2.4. */
const login = { user: 'User', domain: 'Domain', password: 'Password' };
const serverChallenge = Buffer.from('0123456789abcdef', 'hex');
const targetInfo = Buffer.from('02000c0044006f006d00610069006e0001000c0053006500720076006500720000000000', 'hex');
const client = { challenge: Buffer.alloc(8, 0xaa), time: Buffer.alloc(8) };

describe('the examples of MS-NLMP', () => {
  it('gives the key of 4.2.4.1.1', () => {
    expect(ntlmV2Key(login).toString('hex')).toBe('0c868a403bfd7a93a3001ef22ef02e3f');
  });

  it('gives the responses of 4.2.4.2', () => {
    const { lm, nt } = ntlmV2Responses(login, { serverChallenge, targetInfo }, client);
    expect(lm.toString('hex')).toBe('86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa');
    expect(nt.subarray(0, 16).toString('hex')).toBe('68cd0ab851e51c96aabc927bebef6a1c');
  });
});

it('uses the time of the server when the challenge has one, and leaves the LM response empty', () => {
  const time = Buffer.from('0011223344556677', 'hex');
  const withTime = Buffer.concat([Buffer.from([7, 0, 8, 0]), time, Buffer.alloc(4)]);
  const { lm, nt } = ntlmV2Responses(login, { serverChallenge, targetInfo: withTime }, client);
  expect(nt.subarray(24, 32)).toEqual(time);
  expect(lm).toEqual(Buffer.alloc(24));
});

it('finds the domain in both spellings of a user name', () => {
  expect(ntlmLogin('CORP\\ann', 'x')).toEqual({ domain: 'CORP', user: 'ann', password: 'x' });
  expect(ntlmLogin('ann@corp.test', 'x')).toEqual({ domain: 'corp.test', user: 'ann', password: 'x' });
  expect(ntlmLogin('ann', 'x')).toEqual({ domain: '', user: 'ann', password: 'x' });
});

it('refuses a challenge that is none', () => {
  expect(() => readChallenge(Buffer.from('nonsense'))).toThrow('cannot be read');
  expect(() => readChallenge(negotiateMessage())).toThrow('cannot be read');
});

it('writes lengths and offsets that lead to the parts of the message', () => {
  const message = authenticateMessage(login, { serverChallenge, targetInfo, flags: 0xffffffff }, client.challenge, new Date(0));
  const part = (field: number) => {
    const offset = message.readUInt32LE(field + 4);
    return message.subarray(offset, offset + message.readUInt16LE(field));
  };
  expect(part(28).toString('utf16le')).toBe('Domain');
  expect(part(36).toString('utf16le')).toBe('User');
  expect(part(12)).toHaveLength(24);
  expect(part(20).subarray(24, 32).readBigUInt64LE()).toBe(116_444_736_000_000_000n);
});

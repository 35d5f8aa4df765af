import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** Providers give a customer a whole network of this size; single addresses in it cost nothing. */
const NETWORK_GROUPS = 4;
const MAPPED_V4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** What failures are counted by: an IPv4 address as it is, of an IPv6 address its /64 network. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = MAPPED_V4.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

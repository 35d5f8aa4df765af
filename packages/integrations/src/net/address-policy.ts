import { BlockList, isIP } from 'node:net';

/** Decides which addresses checks may reach. */
export interface AddressPolicy {
  allows(address: string): boolean;
}

/** Addresses and networks where cloud platforms hand out credentials. */
export const METADATA_NETWORKS: readonly string[] = [
  '169.254.169.254/32',
  '169.254.170.2/32',
  '169.254.170.23/32',
  '100.100.100.200/32',
  'fd00:ec2::254/128',
  'fd00:ec2::23/128',
  'fd20:ce::254/128',
];

/** The target is one that checks may not reach. */
export class AddressDeniedError extends Error {
  override readonly name = 'AddressDeniedError';

  constructor(address: string) {
    super(`the address ${address} may not be reached: it is denied by the address policy`);
  }
}

/** A policy that denies the given networks (`address/prefix`), by default those of METADATA_NETWORKS. */
export function denyNetworks(networks: readonly string[] = METADATA_NETWORKS): AddressPolicy {
  const denied = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    denied.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return {
    allows(address) {
      const family = isIP(address);
      return family === 0 || !denied.check(address, family === 6 ? 'ipv6' : 'ipv4');
    },
  };
}

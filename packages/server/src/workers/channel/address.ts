/** The address of a worker's listener, as seen from other machines. */
import { isIPv6 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

type Interfaces = Readonly<
  Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[] | undefined>
>;

/**
 * The unspecified IP addresses and their address families. An unspecified IP address means all addresses of the
 * machine.
 */
const unspecified: Readonly<Record<string, NetworkInterfaceInfo['family']>> = {
  '0.0.0.0': 'IPv4',
  '::': 'IPv6',
};

/**
 * Returns host and port. For a listener on all addresses, returns the machine's first address that is not a loopback
 * address. Throws if the machine has only loopback addresses.
 */
export function announcedAddress(host: string, port: number, interfaces: Interfaces): string {
  const family = unspecified[host];
  const own = family === undefined ? host : firstOf(family, interfaces);
  if (own === undefined) throw new Error(`this machine has only loopback addresses for ${family}`);
  return `${isIPv6(own) ? `[${own}]` : own}:${port}`;
}

const firstOf = (family: NetworkInterfaceInfo['family'], interfaces: Interfaces) =>
  Object.values(interfaces)
    .flatMap((of) => of ?? [])
    .find((one) => one.family === family && !one.internal && !one.address.startsWith('fe80:'))?.address;

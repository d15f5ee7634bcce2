/** The address of a worker's listener, as others reach it. */
import { isIPv6 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

type Interfaces = Readonly<
  Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[] | undefined>
>;

/** By the family that is listened on: all addresses of the machine. */
const unspecified: Readonly<Record<string, NetworkInterfaceInfo['family']>> = {
  '0.0.0.0': 'IPv4',
  '::': 'IPv6',
};

/**
 * Host and port. Who listens on all addresses is reached at the first that is no loopback one. Throws where the machine has
 * none.
 */
export function announcedAddress(host: string, port: number, interfaces: Interfaces): string {
  const family = unspecified[host];
  const own = family === undefined ? host : firstOf(family, interfaces);
  if (own === undefined) throw new Error(`this machine has no ${family} address but loopback ones`);
  return `${isIPv6(own) ? `[${own}]` : own}:${port}`;
}

const firstOf = (family: NetworkInterfaceInfo['family'], interfaces: Interfaces) =>
  Object.values(interfaces)
    .flatMap((of) => of ?? [])
    .find((one) => one.family === family && !one.internal && !one.address.startsWith('fe80:'))?.address;

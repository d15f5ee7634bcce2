/** Checks whether an IP address is public. The service may connect to public addresses at a caller's request. */
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * Range of the public IPv6 addresses. Any IPv6 address outside of this range is local, reserved or translated to IPv4.
 */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Addresses that are not public although they are in a public range: Azure's metadata service, tunnels to IPv4,
 * documentation, benchmarks.
 */
const exceptions = ['168.63.129.16/32', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(
  ipaddr.parseCIDR,
);

/** Parses CIDRs and single addresses. */
export function readNetworks(texts: readonly string[]): Network[] {
  return texts.map((text) =>
    text.includes('/') ? ipaddr.parseCIDR(text) : wholeAddress(ipaddr.process(text)),
  );
}

/** Whether the IP address `text` is public or in one of the `allowed` networks. */
export function isAllowedAddress(text: string, allowed: readonly Network[]): boolean {
  if (!isIP(text)) return false;
  // An IPv4-mapped IPv6 address counts as IPv4.
  const address = ipaddr.process(text);
  return allowed.some((network) => contains(network, address)) || isPublic(address);
}

/** Whether the IP address `text` belongs to this machine. */
export function isOwnInterface(text: string): boolean {
  const address = ipaddr.process(text);
  if (['loopback', 'unspecified'].includes(address.range())) return true;
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  return interfaces.some((one) => ipaddr.process(one.address).toString() === address.toString());
}

function isPublic(address: Address): boolean {
  if (exceptions.some((network) => contains(network, address))) return false;
  return address.kind() === 'ipv4' ? address.range() === 'unicast' : contains(globalUnicast, address);
}

function contains([network, bits]: Network, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function wholeAddress(address: Address): Network {
  return ipaddr.parseCIDR(`${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`);
}

/** Hosts that are loopback: only this machine reaches itself by them. */
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** `host` is a name or an address, IPv6 with its brackets or without. */
export function isLoopback(host: string): boolean {
  const bare = withoutBrackets(host);
  const family = isIP(bare);
  return family === 0 ? host === 'localhost' : loopback.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}

export const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

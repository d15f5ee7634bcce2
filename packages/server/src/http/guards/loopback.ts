/** Detects loopback hosts, which only this machine can reach. */
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether `host` is a loopback name or address. The brackets around an IPv6 address are optional. */
export function isLoopback(host: string): boolean {
  const bare = withoutBrackets(host);
  const family = isIP(bare);
  return family === 0 ? host === 'localhost' : loopback.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}

export const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

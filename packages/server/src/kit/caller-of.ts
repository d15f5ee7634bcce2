/** Returns the key under which requests from an IP address are counted. */
import { isIPv6 } from 'node:net';

/**
 * Returns the key under which requests from an IP address are counted. All IPv6 addresses of a /64 share one key,
 * because one subscriber usually gets a /64 (contract §9.2).
 */
export function callerOf(address: string): string {
  if (!isIPv6(address)) return `address ${address}`;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return `address ${mapped[1]}`;
  return `network ${firstHalf(address)}/64`;
}

/** Returns the first four groups of an IPv6 address, with `::` expanded to zeros. */
function firstHalf(address: string): string {
  const [before = '', after] = address.split('%')[0]?.split('::') ?? [];
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const [left, right] = [groups(before), groups(after)];
  const zeros = after === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

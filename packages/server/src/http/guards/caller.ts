/** The name under which a caller is counted: by account, or else by address. */
import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

export function callerBehind({ account, ip }: FastifyRequest): string {
  return account ? callerOfAccount(account.id) : callerOf(ip);
}

export const callerOfAccount = (accountId: string) => `account ${accountId}`;

/** IPv6 by its /64, which is what one subscriber has (contract §9.2). */
export function callerOf(address: string): string {
  if (!isIPv6(address)) return `address ${address}`;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return `address ${mapped[1]}`;
  return `network ${firstHalf(address)}/64`;
}

/** The first four groups of an IPv6 address, zeros written out. */
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

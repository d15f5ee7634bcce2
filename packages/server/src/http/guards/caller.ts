/**
 * Returns the key under which a caller's requests are counted: the account, or the IP address of a caller without an
 * account.
 */
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../kit/caller-of.ts';

export function callerBehind({ account, ip }: FastifyRequest): string {
  return account ? callerOfAccount(account.id) : callerOf(ip);
}

export const callerOfAccount = (accountId: string) => `account ${accountId}`;

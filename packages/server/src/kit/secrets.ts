/** Secrets of our own making: drawn from randomness that is passed in, and kept only as their hash. */
import { createHash, randomBytes } from 'node:crypto';

/** That many unforeseeable bytes. */
export type RandomBytes = (count: number) => Uint8Array;

export const systemRandom: RandomBytes = (count) => randomBytes(count);

/** 256 random bits, fit for a URL or a cookie. */
export function newToken(random: RandomBytes): string {
  return Buffer.from(random(32)).toString('base64url');
}

/**
 * How a secret is kept: SHA-256 in hex. Ours are long and random, so that no slower hash is needed, and looking one up
 * by its hash tells nothing about the others.
 */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

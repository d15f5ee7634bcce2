/** Random secrets and the hashes that are stored of them. */
import { createHash, randomBytes } from 'node:crypto';

/** Returns `count` cryptographically random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

export const systemRandom: RandomBytes = (count) => randomBytes(count);

/** 256 random bits in base64url. */
export function newToken(random: RandomBytes): string {
  return Buffer.from(random(32)).toString('base64url');
}

/** SHA-256 in hex. Our secrets are long and random, so that they need no slower hash. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Creates random secrets, and the hashes that are stored instead of the secrets. */
import { createHash, randomBytes } from 'node:crypto';

/** Returns `count` cryptographically random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

export const systemRandom: RandomBytes = (count) => randomBytes(count);

/** Returns 256 random bits in base64url. */
export function newToken(random: RandomBytes): string {
  return Buffer.from(random(32)).toString('base64url');
}

/** Returns the SHA-256 in hex. The secrets are long and random, so a slower hash is not needed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

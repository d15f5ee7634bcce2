/**
 * Compares the SECRET_KEY of two installations without storing the key. The fingerprint does not make the key easier to
 * guess. Testing a guess against the fingerprint takes thousands of times as long as testing a guess against the
 * encrypted values in the database.
 */
import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { RandomBytes } from '../kit/secrets.ts';
import type { Manifest } from './manifest.ts';

type KeyFingerprint = NonNullable<Manifest['key']>;

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/**
 * Creates a fingerprint with a new salt, so that backups do not reveal whether they come from the same installation.
 */
export async function fingerprintOf(key: string, random: RandomBytes): Promise<KeyFingerprint> {
  const salt = Buffer.from(random(16));
  return { salt: salt.toString('base64url'), scrypt: (await derive(key, salt, 32)).toString('base64url') };
}

export async function isKeyOf(key: string, { salt, scrypt: expected }: KeyFingerprint): Promise<boolean> {
  const [own, other] = [
    await derive(key, Buffer.from(salt, 'base64url'), 32),
    Buffer.from(expected, 'base64url'),
  ];
  return own.length === other.length && timingSafeEqual(own, other);
}

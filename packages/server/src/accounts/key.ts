/** Format of an API key (contract §7.2): `svc_sk_`, 32 random characters, and a checksum that detects typos. */
import { crc32 } from 'node:zlib';
import type { RandomBytes } from '../kit/secrets.ts';

const start = 'svc_sk_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 characters from an alphabet of 62 have 190 bits of entropy. */
const randomLength = 32;
const checksumLength = 6;

const shape = new RegExp(`^${start}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

export function makeKey(random: RandomBytes): string {
  const body = start + randomText(random);
  return body + checksum(body);
}

/** Whether the text has the format and checksum of a key. The checksum detects nearly every typo. */
export function isKeyShaped(text: string): boolean {
  return shape.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/**
 * Returns the readable parts of a key. The readable parts are long enough for the owner to recognize the key, but too
 * short for others to guess it.
 */
export function displayedParts(key: string): { prefix: string; last4: string } {
  return { prefix: key.slice(0, start.length + 4), last4: key.slice(-4) };
}

function randomText(random: RandomBytes): string {
  let text = '';
  while (text.length < randomLength) {
    // Rejects bytes of at least 248 (4 × 62). With bytes above 247, some characters would be more likely than others.
    for (const byte of random(randomLength)) {
      if (byte < 248 && text.length < randomLength) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  while (text.length < checksumLength) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

/** Text made unreadable to whoever has the database but not the key: AES-256-GCM, bound to what it is about. */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { RandomBytes } from './secrets.ts';

const [nonceBytes, tagBytes] = [12, 16];

export class Encryption {
  readonly #key: Buffer;
  readonly #random: RandomBytes;

  /** `secret` is any text that nobody can guess. */
  constructor(secret: string, random: RandomBytes) {
    this.#key = createHash('sha256').update(secret).digest();
    this.#random = random;
  }

  /** Opens only with the same `about`, such as the id of its row: sealed texts cannot be exchanged. */
  encrypt(text: string, about: string): string {
    const nonce = this.#random(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes }).setAAD(
      Buffer.from(about),
    );
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Throws when it was altered, is about something else, or was sealed with another key. */
  decrypt(sealed: string, about: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return text.toString('utf8');
  }
}

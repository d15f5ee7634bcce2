/** Encrypts stored data: AES-256-GCM with a key derived from `SECRET_KEY`. Each ciphertext is bound to its row. */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import type { RandomBytes } from './secrets.ts';

const [nonceBytes, tagBytes] = [12, 16];

export class Encryption {
  readonly #key: Buffer;
  readonly #digestKey: Buffer;
  readonly #random: RandomBytes;

  /** `secret` is any string that cannot be guessed. */
  constructor(secret: string, random: RandomBytes) {
    this.#key = createHash('sha256').update(secret).digest();
    this.#digestKey = createHmac('sha256', this.#key).update('keyed digest').digest();
    this.#random = random;
  }

  /**
   * Returns the ciphertext in base64url. `about` identifies the place where the text is stored, such as the id of the
   * row. Decryption requires the same `about`, so a ciphertext that was moved to another row is rejected.
   */
  encrypt(text: string, about: string): string {
    const nonce = this.#random(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes }).setAAD(
      Buffer.from(about),
    );
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
  }

  /** Throws if the ciphertext was altered, or was encrypted with another `about` or another key. */
  decrypt(encrypted: string, about: string): string {
    const bytes = Buffer.from(encrypted, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return text.toString('utf8');
  }

  /**
   * Returns an HMAC-SHA-256 of `text` in base64url. The same `text` and `about` always have the same digest. With
   * another `about`, the digest differs. The digest cannot be computed without the key.
   */
  keyedDigest(text: string, about: string): string {
    return createHmac('sha256', this.#digestKey)
      .update(JSON.stringify([about, text]))
      .digest('base64url');
  }
}

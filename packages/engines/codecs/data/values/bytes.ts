/** Reads numbers and strings of a binary format in sequence, never beyond the end of the file. */
import { InvalidData, type Value } from './value.ts';
import { note } from './noted.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the only value of the file. @throws {@link InvalidData} if more bytes follow. */
export function onlyValue(reader: { readonly left: number; value(level: number): Value }): Value {
  const value = reader.value(0);
  if (reader.left > 0) throw new InvalidData('the file has more than one value');
  return value;
}

export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Number of remaining bytes. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  take(length: number): Buffer {
    if (!(length <= this.left)) throw new InvalidData('unexpected end of file');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  byte(): number {
    return this.take(1).readUInt8();
  }

  /** Reads an unsigned big-endian integer of 1, 2, 4 or 8 bytes. */
  unsigned(size: number): bigint {
    return size === 8 ? this.take(8).readBigUInt64BE() : BigInt(this.take(size).readUIntBE(0, size));
  }

  /**
   * Reads a number of `size` bytes that declares how many items follow. Throws if fewer bytes than items remain in the
   * file, because each item takes at least one byte.
   */
  count(size: number): number {
    const count = Number(this.unsigned(size));
    if (count > this.left) throw new InvalidData('unexpected end of file');
    return count;
  }
}

/** Decodes UTF-8. @throws `InvalidData` if the bytes are not valid. */
export function strictText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch (error) {
    throw new InvalidData('a text is not valid UTF-8', { cause: error });
  }
}

/** Decodes UTF-8. Invalid bytes are replaced and noted. */
export function lenientText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (text.includes('\uFFFD') && !Buffer.from(text).equals(bytes))
    note('characters_replaced', 'invalid UTF-8');
  return text;
}

/** Decodes a half-precision float. */
export function halfFloat(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 0x1f, bits & 0x3ff];
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

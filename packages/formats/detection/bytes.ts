/**
 * Reads numbers and strings from bytes, on servers and in browsers. A read beyond the end returns zero or an empty
 * string.
 */

export const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

const decoders = {
  utf8: new TextDecoder('utf-8', { ignoreBOM: true }),
  utf16: new TextDecoder('utf-16le', { ignoreBOM: true }),
};

export const utf8 = (bytes: Uint8Array, from = 0, to = bytes.length) =>
  decoders.utf8.decode(bytes.subarray(from, to));

export const utf16 = (bytes: Uint8Array, from: number, to: number) =>
  decoders.utf16.decode(bytes.subarray(from, to));

const byteAt = (bytes: Uint8Array, at: number) => bytes[at] ?? 0;

/** Reads a 16-bit little-endian number. */
export const u16 = (bytes: Uint8Array, at: number) => byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8);

/** Reads a 32-bit little-endian number. */
export const u32 = (bytes: Uint8Array, at: number) => u16(bytes, at) + u16(bytes, at + 2) * 0x10000;

/** Reads a 32-bit big-endian number. */
export const u32be = (bytes: Uint8Array, at: number) =>
  byteAt(bytes, at) * 0x1000000 +
  (byteAt(bytes, at + 1) << 16) +
  (byteAt(bytes, at + 2) << 8) +
  byteAt(bytes, at + 3);

/** Parses pairs of hexadecimal digits into bytes. */
export const fromHex = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

export const fromAscii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export function startsWith(bytes: Uint8Array, wanted: Uint8Array, at = 0): boolean {
  for (let n = 0; n < wanted.length; n += 1) if (bytes[at + n] !== wanted[n]) return false;
  return true;
}

/** Returns the first position of `wanted` in `bytes`, or -1. */
export function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (startsWith(bytes, wanted, at)) return at;
  }
  return -1;
}

/** Returns the last position of `wanted` in `bytes`, or -1. */
export function lastIndexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const [first = 0] = wanted;
  for (let at = bytes.lastIndexOf(first); at >= 0; at = at > 0 ? bytes.lastIndexOf(first, at - 1) : -1) {
    if (startsWith(bytes, wanted, at)) return at;
  }
  return -1;
}

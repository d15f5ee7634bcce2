/** Detects EBCDIC, the encoding family of IBM mainframes, which no engine decodes. */

/** Ranges of the space, letters and digits, which all code pages of EBCDIC share. */
const usual = [
  [0x40, 0x40],
  [0x81, 0x89],
  [0x91, 0x99],
  [0xa2, 0xa9],
  [0xc1, 0xc9],
  [0xd1, 0xd9],
  [0xe2, 0xe9],
  [0xf0, 0xf9],
] as const;

/**
 * Line ends of EBCDIC. The bytes of line ends never occur within East Asian characters, because the second byte of an
 * East Asian character has a higher value.
 */
const lineEnds = [0x15, 0x25];
/**
 * Codes of the ASCII space, line feed and carriage return. In EBCDIC, the codes of these ASCII characters are control
 * characters or unassigned.
 */
const ofAscii = [0x20, 0x0a, 0x0d];
const [minBytes, maxBytes, minShare] = [16, 64 * 1024, 0.75];

/** Returns whether the bytes are text in EBCDIC. Reads at most 64 KiB. */
export function isEbcdic(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, maxBytes);
  if (sample.length < minBytes || ofAscii.some((byte) => sample.includes(byte))) return false;
  if (!lineEnds.some((byte) => sample.includes(byte))) return false;
  const count = sample.filter((byte) => usual.some(([from, to]) => byte >= from && byte <= to)).length;
  return count >= minShare * sample.length;
}

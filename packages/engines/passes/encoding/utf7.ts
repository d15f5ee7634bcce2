/** Detects UTF-7 (RFC 2152), which writes all characters in ASCII, for example `+APw-` for ü. */

/**
 * Formats in which UTF-7 is detected. HTML and XML are excluded, because decoding could turn the text of a page into
 * tags.
 */
const formats = new Set(['txt', 'md', 'csv', 'tsv', 'srt', 'vtt', 'sub', 'sbv', 'lrc', 'ini', 'properties']);

const maxBytes = 64 * 1024;

/** A plus sign with the encoded characters that follow it. A literal plus sign is written as `+-`. */
const shifted = /\+([A-Za-z0-9+/]*)(-?)/g;

/**
 * Matches characters that a UTF-7 encoder writes in base64. ASCII letters and digits are excluded, because UTF-7 writes
 * them unchanged.
 */
const encodable = /^(?:[!"#$%&*;<=>@[\]^_`{|}+\\~-]|(?![\0-\x7f])[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}])+$/u;

/** Minimum number of different encoded pieces. A single encoded piece may be an ordinary word after a plus sign. */
const minPieces = 2;

/** Returns whether the text starts with the byte order mark of UTF-7. */
export const hasUtf7Mark = (bytes: Buffer) => /^\+\/v[89+/]/.test(bytes.toString('latin1', 0, 4));

/**
 * Returns whether the text is UTF-7: each plus sign begins encoded characters or is part of a literal `+-`. Reads at
 * most 64 KiB.
 */
export function isUtf7(bytes: Buffer, format: string): boolean {
  if (!formats.has(format) || !bytes.includes('+')) return false;
  if (hasUtf7Mark(bytes)) return true;
  const sample = bytes.subarray(0, maxBytes);
  if (sample.some((byte) => byte > 0x7f)) return false;
  // The sample may end within encoded characters.
  const text = sample.toString('latin1').replace(bytes.length > maxBytes ? /\+[A-Za-z0-9+/]*$/ : '', '');
  const pieces = new Set<string>();
  for (const [, encoded = '', end] of text.matchAll(shifted)) {
    if (encoded === '' && end === '-') continue;
    const piece = decodedPiece(encoded);
    if (piece === undefined || !encodable.test(piece)) return false;
    pieces.add(piece);
  }
  return pieces.size >= minPieces && [...pieces].some(isTelling);
}

/**
 * Decodes base64 to UTF-16 text. Returns undefined if no encoder would write the base64 in this form, or if the text is
 * not well-formed.
 */
function decodedPiece(encoded: string): string | undefined {
  const bits = encoded.length * 6;
  const units = Buffer.from(encoded, 'base64').subarray(0, Math.floor(bits / 16) * 2);
  const written = Buffer.from(units).toString('base64').replace(/=+$/, '');
  if (units.length === 0 || written !== encoded) return undefined;
  const text = Buffer.from(units).swap16().toString('utf16le');
  return text.isWellFormed() ? text : undefined;
}

/**
 * Returns whether a decoded piece shows that the text is UTF-7. A piece of 1 or 2 characters from U+3000 on, such as
 * ideographs, is no evidence of UTF-7, because it may be an ordinary word of 3 or 6 letters after a plus sign.
 */
const isTelling = (piece: string) => /(?![\0-\x7f])[\0-\u2fff]/.test(piece) || piece.length > 2;

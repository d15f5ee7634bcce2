/**
 * Detects the encoding of a text file. Checks in this order: byte order mark, UTF-16 without a mark, UTF-7, valid
 * UTF-8, declaration, UTF-8 with a few invalid bytes, byte statistics.
 */
import { isUtf8 } from 'node:buffer';
import { chardet } from 'jschardet';
import type { EncodingName } from '../../contract/encodings.ts';
import { decoded, unreadable } from './decoders.ts';
import { declaredEncoding, hasEscapes, markedEncoding } from './declaration.ts';
import { hasUtf7Mark, isUtf7 } from './utf7.ts';

export interface FoundEncoding {
  name: EncodingName;
  /** False if the bytes fit several encodings and `name` is only the most likely encoding. */
  certain: boolean;
}

/**
 * Encodings that the detector may return, by the detector's names. Lists only encodings in use in the last 40 years.
 */
const detectable: Readonly<Record<string, EncodingName>> = {
  big5hkscs: 'big5',
  cp949: 'euc-kr',
  euc_kr: 'euc-kr',
  cp932: 'shift_jis',
  euc_jis_2004: 'euc-jp',
  gb18030: 'gb18030',
  iso2022_jp_2: 'iso-2022-jp',
  cp866: 'ibm866',
  cp874: 'windows-874',
  'iso8859-2': 'iso-8859-2',
  'iso8859-5': 'iso-8859-5',
  'iso8859-7': 'iso-8859-7',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  'mac-roman': 'macintosh',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp1252: 'windows-1252',
  cp1253: 'windows-1253',
  cp1254: 'windows-1254',
  cp1255: 'windows-1255',
  cp1256: 'windows-1256',
  cp1257: 'windows-1257',
  cp1258: 'windows-1258',
};

/**
 * Minimum confidence of a result that counts as certain. With a lower confidence, the detector is often wrong.
 * docs/quality/encodings.md describes the measurement.
 */
const certainFrom = 0.3;

/**
 * Maximum number of bytes that the detector reads. Reading more bytes would take longer and would not improve the
 * result.
 */
const maxEvidence = 64 * 1024;

/**
 * Returns whether the bytes look like UTF-16, in which ASCII characters contain a zero byte. Text in other encodings
 * has no zero bytes.
 */
const hasZero = (bytes: Buffer) => bytes.includes(0);

/** Detects and returns the encoding. `bytes` may be only the beginning of a file. */
export function encodingOf(bytes: Buffer, format: string): FoundEncoding {
  const certain = (name: EncodingName) => ({ name, certain: true });
  const marked = markedEncoding(bytes);
  if (marked) return certain(marked);
  if (hasZero(bytes)) return unmarkedUtf16(bytes);
  if (isUtf7(bytes, format)) return { name: 'utf-7', certain: hasUtf7Mark(bytes) };
  if (isUtf8(bytes) && !hasEscapes(bytes)) return certain('utf-8');
  const declared = declaredEncoding(bytes, format);
  if (
    declared &&
    declared !== 'utf-8' &&
    !decoded(bytes.subarray(0, 1024 * 1024), declared)
      .slice(0, -1)
      .includes(unreadable)
  )
    return certain(declared);
  if (isMostlyUtf8(bytes)) return { name: 'utf-8', certain: false };
  return byStatistics(bytes);
}

/** Returns the decoded text without byte order mark, and its encoding. */
export function textIn(bytes: Buffer, format: string): FoundEncoding & { text: string } {
  const found = encodingOf(bytes, format);
  return { ...found, text: decoded(bytes, found.name).replace(/^\uFEFF/, '') };
}

function byStatistics(bytes: Buffer): FoundEncoding {
  const evidence = evidenceIn(bytes);
  const guesses = chardet
    .detectAll(evidence, {
      includeEncodings: Object.keys(detectable),
      compatNames: false,
      ignoreThreshold: true,
    })
    .flatMap(({ encoding, confidence }) => {
      const name = encoding === null ? undefined : detectable[encoding];
      return name === undefined ? [] : [{ name, confidence }];
    });
  const best = guesses.find(({ name }) => !decoded(evidence, name).includes(unreadable));
  if (!best) return { name: guesses[0]?.name ?? 'windows-1252', certain: false };
  return { name: best.name, certain: best.confidence >= certainFrom };
}

/**
 * Returns the lines with bytes outside of ASCII, because only these lines distinguish encodings. If all lines are in
 * ASCII, returns the beginning of the file.
 */
function evidenceIn(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  let size = 0;
  for (let from = 0; from < bytes.length && size < maxEvidence;) {
    const end = bytes.indexOf(10, from);
    const line = bytes.subarray(from, Math.min(end < 0 ? bytes.length : end + 1, from + maxEvidence));
    if (line.some((byte) => byte > 127)) {
      lines.push(line);
      size += line.length;
    }
    from += line.length;
  }
  return lines.length > 0 ? Buffer.concat(lines) : bytes.subarray(0, maxEvidence);
}

/**
 * Returns the UTF-16 encoding of text without a byte order mark. Decodes the text in both byte orders, and counts the
 * characters that never occur in text. Chooses the byte order with fewer characters that never occur in text. If the
 * counts are equal, chooses the byte order with more ASCII characters and kana.
 */
function unmarkedUtf16(bytes: Buffer): FoundEncoding {
  const sample = bytes.subarray(0, maxEvidence);
  const orders = (['utf-16le', 'utf-16be'] as const).map((name) => {
    const text = decoded(sample.subarray(0, sample.length & ~1), name);
    return {
      name,
      // The last character is ignored, because the sample may end within a character.
      odd:
        (text.slice(0, -1).match(/[\p{Cn}\p{Co}\p{Cs}\uFFFD\0-\x08\x0e-\x1a\x1c-\x1f]/gu) ?? []).length /
        text.length,
      ascii: (text.match(/[\n\r\t -~\u3000-\u30FF]/g) ?? []).length,
    };
  });
  const [best, other] = orders.sort((a, b) => a.odd - b.odd || b.ascii - a.ascii);
  const name = best?.name ?? 'utf-16le';
  return { name, certain: (best?.ascii ?? 0) > 2 * (other?.ascii ?? 0) && best?.odd === 0 };
}

/**
 * Returns whether the bytes are UTF-8 with a few invalid bytes or a truncated last character.
 *
 * 2 UTF-8 sequences of 2 bytes, or 1 UTF-8 sequence of 3 bytes, outweigh 1 invalid byte, because bytes of other
 * encodings rarely form valid UTF-8 sequences, and long sequences are even rarer.
 */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = decoded(bytes.subarray(0, 1024 * 1024), 'utf-8');
  const wrong = text.split(unreadable).length - 1;
  const right = text.match(/[^\0-\x7f\uFFFD]/g)?.length ?? 0;
  // A sequence of 4 bytes is decoded to a surrogate pair. Both halves of the pair are counted, so a sequence of 4 bytes
  // weighs at least as much as a sequence of 3 bytes.
  const long = text.match(/[\u0800-\uFFFC\uFFFE\uFFFF]/g)?.length ?? 0;
  return right + long >= 2 * wrong || (wrong === 1 && right > 0 && text.endsWith(unreadable));
}

/** Decodes text files: byte order marks, UTF-16 and, where a format allows it, another encoding than UTF-8. */
import { InvalidData } from './value.ts';

const marks = [
  { hex: 'efbbbf', encoding: 'utf-8' },
  { hex: 'fffe', encoding: 'utf-16le' },
  { hex: 'feff', encoding: 'utf-16be' },
] as const;

/**
 * The text without its byte order mark. `fallback` is the encoding of files that are not UTF-8; without it such a file is
 * refused. Throws {@link InvalidData} for binary content.
 */
export function decodeText(bytes: Uint8Array, fallback?: string): string {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  const mark = marks.find(({ hex }) => start.startsWith(hex));
  if (mark) return decode(bytes, mark.encoding);
  const unmarked = utf16WithoutMark(bytes);
  if (unmarked) return decode(bytes, unmarked);
  if (bytes.includes(0)) throw new InvalidData('this is binary, not text');
  try {
    return decode(bytes, 'utf-8');
  } catch (error) {
    if (fallback === undefined) throw error;
    return decode(bytes, fallback);
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new InvalidData(`the text is not valid ${encoding}`, { cause: error });
  }
}

/** Finds UTF-16 by the zero bytes of its ASCII characters: odd offsets are little endian, even ones big endian. */
function utf16WithoutMark(bytes: Uint8Array): string | undefined {
  const pairs = Math.min(bytes.length >> 1, 64);
  if (pairs === 0 || bytes.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  for (let n = 0; n < pairs * 2; n += 1) if (bytes[n] === 0) zeros[n % 2] = (zeros[n % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > pairs / 2 && even === 0) return 'utf-16le';
  if (even > pairs / 2 && odd === 0) return 'utf-16be';
  return undefined;
}

/** The line and column of an offset, counted from 1, for messages. */
export function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

/** Decodes bytes piece by piece, in any encoding of the WHATWG Encoding Standard. */
import iconv from 'iconv-lite';
import type { EncodingName } from '../../contract/encodings.ts';

/** Character that replaces invalid bytes. */
export const unreadable = '\uFFFD';

export interface PieceDecoder {
  write(bytes: Buffer): string;
  end(): string;
}

/** Encodings for which iconv-lite has more complete tables than Node. */
const byTable = new Set<EncodingName>([
  'shift_jis',
  'euc-jp',
  'gb18030',
  'gbk',
  'big5',
  'euc-kr',
  'iso-8859-16',
  'utf-32le',
  'utf-32be',
  'utf-7',
]);

/** Returns a decoder that replaces invalid bytes with {@link unreadable}. */
export function decoderOf(name: EncodingName): PieceDecoder {
  if (name === 'x-user-defined') return userDefined;
  if (byTable.has(name)) {
    const decoder = iconv.getDecoder(name);
    return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' };
  }
  const decoder = new TextDecoder(name, { ignoreBOM: true });
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/** Decodes all bytes at once. Suitable only for short input. */
export function decoded(bytes: Buffer, name: EncodingName): string {
  const decoder = decoderOf(name);
  return decoder.write(bytes) + decoder.end();
}

const userDefined: PieceDecoder = {
  write: (bytes) => bytes.toString('latin1').replace(/[\x80-\xff]/g, toPrivateUse),
  end: () => '',
};

const toPrivateUse = (letter: string) => String.fromCharCode(0xf700 + letter.charCodeAt(0));

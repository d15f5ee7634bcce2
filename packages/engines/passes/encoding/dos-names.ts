/** Detects the code page of the file names in an archive written by a DOS or Windows program. */
import iconv from 'iconv-lite';
import { chardet } from 'jschardet';
import { decoded } from './decoders.ts';

/** Windows console code pages by their name in Python, most likely first. */
const codePages = [
  ...['cp932', 'gb18030', 'cp866', 'cp949', 'big5hkscs', 'cp850', 'cp852', 'cp437'],
  ...['cp737', 'cp857', 'cp862', 'cp775', 'cp874', 'cp1251', 'utf-8'],
];

/** Code pages for Latin scripts, in the order in which they are tried. */
const latin = ['cp850', 'cp852'];

/**
 * A code page counts as likely if its confidence is at least this share of the highest confidence of any code page.
 */
const closeEnough = 0.6;
const certainFrom = 0.3;

/** Detects and returns the code page. `names` contains the file names with bytes above 0x7F, one per line. */
export function codePageOf(names: Buffer): { codec: string; certain: boolean } {
  const western =
    isHalfAscii(names) && !looksJapanese(names)
      ? latin.find((codec) => isLettersOnly(iconv.decode(names, codec)))
      : undefined;
  if (western !== undefined) return { codec: western, certain: false };
  const guesses = chardet
    .detectAll(names, { includeEncodings: codePages, compatNames: false, ignoreThreshold: true })
    .flatMap(({ encoding, confidence }) => (encoding === null ? [] : [{ codec: encoding, confidence }]));
  const best = guesses[0]?.confidence ?? 0;
  const close = guesses
    .filter(({ confidence }) => confidence >= best * closeEnough)
    .map(({ codec }) => codec);
  const codec = codePages.find((page) => close.includes(page)) ?? 'cp437';
  return { codec, certain: close.length === 1 && best >= certainFrom };
}

/**
 * Returns whether at least a third of the letters are ASCII. Ignores extensions, because most extensions are ASCII in
 * every language.
 */
function isHalfAscii(names: Buffer): boolean {
  const text = names.toString('latin1').replace(/\.[a-z0-9]{1,5}$/gim, '');
  const others = text.match(/[\x80-\xff]/g)?.length ?? 0;
  return others <= 2 * (text.match(/[a-z]/gi)?.length ?? 0);
}

/**
 * Returns whether the names look Japanese. Japanese names may have as many ASCII bytes as Latin names, because the
 * second byte of a Japanese character may be an ASCII letter. A Latin name decoded as Japanese contains isolated kanji,
 * symbols and full-width letters.
 */
function looksJapanese(names: Buffer): boolean {
  const runs = decoded(names, 'shift_jis').match(/[^\0-\x7f]+/g) ?? [];
  return runs.every((run) => /^[\u3040-\u30FF\u4E00-\u9FFF々]{2,}$/.test(run));
}

const isLettersOnly = (text: string) => !/[^\0-\x7f\p{L}]/u.test(text);

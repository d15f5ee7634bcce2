/** Detects the code page of file names that a DOS or Windows program stored in an archive. */
import iconv from 'iconv-lite';
import { chardet } from 'jschardet';
import { decoded } from './decoders.ts';

/** Python's names of the Windows console code pages, most likely first. */
const codePages = [
  ...['cp932', 'gb18030', 'cp866', 'cp949', 'big5hkscs', 'cp850', 'cp852', 'cp437'],
  ...['cp737', 'cp857', 'cp862', 'cp775', 'cp874', 'cp1251', 'utf-8'],
];

/** Code pages for Latin scripts, in the order in which they are tried. */
const latin = ['cp850', 'cp852'];

/** A candidate whose score is at least this share of the best score counts as equally good. */
const closeEnough = 0.6;
const certainFrom = 0.3;

/** Detects the code page. `names` holds the names with bytes above 0x7F, one per line. */
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
 * Returns whether about half of the letters before the last dot are ASCII. Extensions are ignored, because most are
 * ASCII in every language.
 */
function isHalfAscii(names: Buffer): boolean {
  const text = names.toString('latin1').replace(/\.[a-z0-9]{1,5}$/gim, '');
  const others = text.match(/[\x80-\xff]/g)?.length ?? 0;
  return others <= 2 * (text.match(/[a-z]/gi)?.length ?? 0);
}

/**
 * Returns whether names look Japanese. In Japanese, every second byte may be an ASCII letter. A Latin name that is read
 * as Japanese has isolated kanji, symbols and wide letters.
 */
function looksJapanese(names: Buffer): boolean {
  const runs = decoded(names, 'shift_jis').match(/[^\0-\x7f]+/g) ?? [];
  return runs.every((run) => /^[\u3040-\u30FF\u4E00-\u9FFF々]{2,}$/.test(run));
}

const isLettersOnly = (text: string) => !/[^\0-\x7f\p{L}]/u.test(text);

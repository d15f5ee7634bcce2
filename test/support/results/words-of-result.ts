/** Converts small files, and reads the words of each result with a program that did not write the result. */
import assert from 'node:assert/strict';
import { python, run } from '../../samples/run.ts';
import { openConverter } from '../server/test-app.ts';

/**
 * Functions that read the words of a PDF, a book or an office document. A result in a format that is not listed is
 * already text.
 */
const readers: Readonly<Record<string, (body: Buffer) => Promise<string>>> = {
  pdf: async (body) => (await run('pdftotext', ['-layout', '-', '-'], { input: body })).stdout.toString(),
  docx: (body) => wordsOfZip(body, 'word/document\\.xml|word/footnotes\\.xml'),
  odt: (body) => wordsOfZip(body, 'content\\.xml'),
  epub: (body) => wordsOfZip(body, '.*\\.x?html'),
};

async function wordsOfZip(body: Buffer, names: string): Promise<string> {
  const program = `
import html, io, re, sys, zipfile
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
for name in archive.namelist():
    if re.fullmatch(r'(?:.*/)?(?:${names})', name) and not name.endswith('nav.xhtml'):
        page = re.sub(r'<head>.*?</head>', '', archive.read(name).decode(), flags=re.DOTALL)
        page = re.sub(r'</(?:w:p|text:p|text:h|p|h\\d|li|div|td|tr)>|<br ?/>|<w:br ?/>|<text:line-break ?/>', '\\n', page)
        print(html.unescape(re.sub(r'<[^>]*>', '', page)))
`;
  return (await python(program, [], body)).stdout.toString();
}

export interface Words {
  /** The text with collapsed white space. */
  words: string;
  /** The text with its line breaks. */
  text: string;
  body: Buffer;
  /** Value of the header `X-Conversion-Warnings`. */
  warnings: string;
}

type ToWords = (
  file: readonly [name: string, content: string | Buffer],
  target: string,
  options?: Readonly<Record<string, string>>,
) => Promise<Words>;

/**
 * Starts a server for all tests of a file. Returns a function that converts a file on this server and reads the words
 * of the result.
 */
export function openWords(): ToWords {
  const convert = openConverter();
  return async ([name, content], target, options) => {
    const { status, body, headers } = await convert(new File([content], name), target, options);
    assert.equal(status, 200, status === 200 ? '' : body.toString());
    const text = await (readers[target]?.(body) ?? body.toString());
    return {
      text,
      words: text.replace(/\s+/g, ' ').trim(),
      body,
      warnings: headers.get('x-conversion-warnings') ?? '',
    };
  };
}

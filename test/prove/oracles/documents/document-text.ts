/** Reads the text of a result, if possible with a tool other than the one that wrote the result. */
import { readFile } from 'node:fs/promises';
import { python, run } from '../../../samples/run.ts';
import type { Claim } from '../../oracle.ts';
import { isOfCatalogues } from '../data/catalogue.ts';
import { officeText } from './document-office.ts';
import { isOfPlaces } from '../data/places.ts';
import { typstPage } from './typst-page.ts';

type TextReader = (file: string) => Promise<string>;

export async function documentText(file: string, claim: Claim): Promise<string> {
  const { target } = claim;
  if (target.ext === 'pdf') return pdfText(file, claim);
  const reader = readers[target.ext];
  return reader ? reader(file) : officeText(file, target.ext);
}

async function pdfText(file: string, { source, writer }: Claim): Promise<string> {
  // In a wide table, `-layout` would mix the lines of neighbouring cells.
  const hasWideTable = writer === 'chromium' && (isOfPlaces(source) || isOfCatalogues(source));
  const byLines = ['libreoffice', 'chromium'].includes(writer) && !hasWideTable;
  const { stdout } =
    writer === 'poppler'
      ? await run('/usr/bin/mutool', ['draw', '-q', '-F', 'txt', file])
      : // With `-layout`, pdftotext reads line by line. Without `-layout`, it would read a table column by column.
        await run('/usr/bin/pdftotext', [...(byLines ? ['-layout'] : []), '-enc', 'UTF-8', file, '-']);
  return stdout.toString();
}

/** Returns the text of a file. Throws if the bytes are not UTF-8. */
const utf8: TextReader = async (file) =>
  new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));

/** Returns the text of a markup format that writes some characters as HTML character references. */
const unescaped: TextReader = async (file) =>
  (await utf8(file))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"');

/** Returns the text of an XML file. Throws if the file is not well-formed. */
const xml: TextReader = (file) =>
  read(file, "print(' '.join(xml.etree.ElementTree.parse(sys.argv[1]).getroot().itertext()))");

/** Returns the text of an OPML outline. OPML stores the text in attributes. */
const outline: TextReader = (file) =>
  read(
    file,
    `root = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
print(' '.join(root.find('head').itertext()))
for item in root.iter('outline'): print(item.get('text'), item.get('_note'))`,
  );

/** Returns the text of a web page without its head, styles and scripts. Uses Python's HTML parser. */
const page: TextReader = (file) =>
  read(
    file,
    `from html.parser import HTMLParser
class Shown(HTMLParser):
    hidden = 0
    def handle_starttag(self, tag, attrs): self.hidden += tag in ('head', 'style', 'script')
    def handle_endtag(self, tag): self.hidden -= tag in ('head', 'style', 'script'); print(end=' ' if tag in BLOCKS else '')
    def handle_data(self, data): print(end='' if self.hidden else data)
BLOCKS = ('p', 'li', 'td', 'th', 'tr', 'div', 'h1', 'h2', 'h3', 'title')
Shown().feed(open(sys.argv[1], encoding='utf-8').read())`,
  );

const notebook: TextReader = async (file) => {
  const { cells } = JSON.parse(await utf8(file)) as { cells: { source: string | string[] }[] };
  return cells.map(({ source }) => [source].flat().join('')).join('\n');
};

interface WithText {
  text: string;
}

/**
 * Returns the text of all blocks in a `doc.json` file without their formatting. Includes running heads (texts that are
 * repeated on each page), because the printed letter shows them too.
 */
const blocks: TextReader = async (file) => {
  const { blocks: all } = JSON.parse(await utf8(file)) as { blocks: WithText[] };
  return all.map(({ text }) => text).join('\n');
};

const chunks: TextReader = async (file) =>
  (await utf8(file))
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as WithText).text)
    .join('\n');

/** The special characters of the sample letter, by their names in groff source. A bullet becomes a space. */
const groffNames: Readonly<Record<string, string>> = {
  "'e": 'é',
  ':i': 'ï',
  AE: 'Æ',
  '/o': 'ø',
  bu: ' ',
  dq: '"',
};

const roff: TextReader = async (file) =>
  (await utf8(file)).replace(/\\\[([^\]]+)\]/g, (whole, name: string) => groffNames[name] ?? whole);

/** Returns the text of a manual page as groff formats it. */
const manual: TextReader = async (file) => {
  const { stdout } = await run('/usr/bin/groff', [
    // Prints URLs as text instead of terminal links.
    '-rU0',
    '-t',
    '-man',
    '-Tutf8',
    '-P-cbou',
    '-rHY=0',
    '-rLL=300n',
    '-k',
    file,
  ]);
  // Removes the title that groff prints in the margins of each page.
  return stdout.toString().replace(/ {2,}The Quiet Harbour\(7\)$/gm, '');
};

const readers: Readonly<Record<string, TextReader>> = {
  html: page,
  xhtml: xmlPage,
  typ: async (file) => page(await typstPage(file)),
  docbook: xml,
  jats: xml,
  tei: xml,
  icml: xml,
  opml: outline,
  ipynb: notebook,
  'doc.json': blocks,
  'chunks.ndjson': chunks,
  textile: unescaped,
  mediawiki: unescaped,
  man: manual,
  ms: roff,
  ps: async (file) => (await run('/usr/bin/ps2ascii', [file])).stdout.toString(),
  xps: async (file) => (await run('/usr/bin/mutool', ['draw', '-q', '-F', 'txt', file])).stdout.toString(),
  ...Object.fromEntries(
    ['md', 'txt', 'rst', 'org', 'tex', 'adoc', 'dokuwiki', 'jira', 'creole', 't2t', 'muse', 'texi'].map(
      (ext) => [ext, utf8] as const,
    ),
  ),
};

/** Returns the text of an XHTML page. Throws if the page is not well-formed XML. */
async function xmlPage(file: string): Promise<string> {
  await xml(file);
  return page(file);
}

async function read(file: string, program: string): Promise<string> {
  const { stdout } = await python(`import sys, xml.etree.ElementTree\n${program}`, [file]);
  return stdout.toString();
}

/** Checks that headings, lists, tables and links of the sample letter are marked up as each format requires. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { letter, tableRowsOf, type TableRows } from '../../../samples/documents/letter.ts';
import { run } from '../../../samples/run.ts';
import type { Claim } from '../../oracle.ts';
import { checkOfficeStructure, structured } from './document-office.ts';
import { typstPage } from './typst-page.ts';

/**
 * Patterns that match the markup of each part of the sample letter in one format. The character `%` in a pattern is
 * replaced with the text of the part.
 */
interface Signs {
  title: RegExp;
  heading: string;
  item: string;
  /** Pattern of a table row. `%1` and `%2` are replaced with the cells of the row. */
  row: string;
  /** Pattern of a link. `%1` is replaced with the text and `%2` with the URL. */
  link: string;
}

const words = '[^\\n]*';
const anything = '[\\s\\S]{0,600}?';
const element = (name: string) => `<${name}\\b[^>]*>\\s*(?:<[^>]*>\\s*)*%`;
const cells = (name: string) =>
  `${element(name).replace('%', '%1')}${anything}${element(name).replace('%', '%2')}`;
const piped = '\\|\\s*%1\\s*\\|\\s*%2\\s*\\|';

const signs: Readonly<Record<string, Signs>> = {
  html: {
    title: /<h1\b[^>]*>\s*(<[^>]*>\s*)*The Quiet Harbour/,
    heading: '<h[12]\\b[^>]*>\\s*(?:<[^>]*>\\s*)*%',
    item: element('li'),
    row: cells('t[dh]'),
    link: '<a\\b[^>]*href="%2"[^>]*>\\s*%1',
  },
  md: {
    title: /^# The Quiet Harbour$/m,
    heading: '^##? %$',
    item: '^[-*]\\s+%$',
    row: piped,
    link: '\\[%1\\]\\(%2\\)',
  },
  rst: {
    title: /The Quiet Harbour\n={10}/,
    heading: '^%\\n[-=~]{5}',
    item: '^[-*]\\s+%$',
    row: '^\\|?\\s*%1\\s+\\|?\\s*%2\\s*\\|?$',
    link: '`%1 <%2>`__?',
  },
  org: {
    title: /^(#\+title:|\*) The Quiet Harbour$/m,
    heading: '^\\*+ %$',
    item: '^[-+]\\s+%$',
    row: piped,
    link: '\\[\\[%2\\]\\[%1\\]\\]',
  },
  tex: {
    title: /\\(title|(sub)*section|hypertarget\{.*\}\{%\n\\(sub)*section)\{The Quiet Harbour\}/,
    heading: '\\\\(?:sub)?section\\*?\\{%\\}',
    item: '\\\\item\\s+%$',
    row: '%1\\s*&\\s*%2\\s*\\\\\\\\',
    link: '\\\\href\\{%2\\}\\{%1\\}',
  },
  adoc: {
    title: /^==? The Quiet Harbour$/m,
    heading: '^={2,3} %$',
    item: '^\\*\\s+%$',
    row: '\\|%1\\s*\\|%2',
    link: '%2\\[%1\\]',
  },
  mediawiki: {
    title: /^= The Quiet Harbour =$/m,
    heading: '^==? ?% ?==?$',
    item: '^\\*\\s*%$',
    row: `[|!][^|!\\n]*\\n?\\|?\\s*%1\\s*[|!]${anything}%2$`,
    link: '\\[%2 %1\\]',
  },
  dokuwiki: {
    title: /^====== The Quiet Harbour ======$/m,
    heading: '^={5,6} % ={5,6}$',
    item: '^ {2}\\*\\s*%$',
    row: '[|^]\\s*%1\\s*[|^]\\s*%2\\s*[|^]',
    link: '\\[\\[%2\\|%1\\]\\]',
  },
  jira: {
    title: /^h1\. (\{anchor:.*\})?The Quiet Harbour$/m,
    heading: '^h[12]\\. (?:\\{anchor:.*?\\})?%$',
    item: '^[*-]\\s*%$',
    row: '\\|\\s*%1\\s*\\|+\\s*%2\\s*\\|',
    link: '\\[%1\\|%2\\]',
  },
  textile: {
    title: /^h1(\(.*\))?\. The Quiet Harbour$/m,
    heading: '^h[12](?:\\(.*\\))?\\. %$',
    item: `^(?:\\*\\s*|${element('li').replace('%', '')})%`,
    row: `\\|(?:[_<=>]\\.)?\\s*%1\\s*\\|(?:[_<=>]\\.)?\\s*%2\\s*\\||${cells('t[dh]')}`,
    link: '"%1":%2',
  },
  muse: {
    title: /^(#title|\*) The Quiet Harbour$/m,
    heading: '^\\*+ %$',
    item: '^ +-\\s+%$',
    row: '%1\\s*\\|+\\s*%2$',
    link: '\\[\\[%2\\]\\[%1\\]\\]',
  },
  docbook: {
    title: /<title>\s*The Quiet Harbour\s*<\/title>/,
    heading: element('title'),
    item: element('listitem'),
    row: cells('(?:entry|td|th)'),
    link: '<link xl(?:ink)?:href="%2"[^>]*>\\s*%1',
  },
  jats: {
    title: /<(article-)?title>\s*The Quiet Harbour\s*</,
    heading: element('title'),
    item: element('list-item'),
    row: cells('t[dh]'),
    link: '<ext-link[^>]*href="%2"[^>]*>\\s*%1',
  },
  tei: {
    title: /<(title|head)>\s*The Quiet Harbour\s*</,
    heading: element('head'),
    item: element('item'),
    row: cells('cell'),
    link: '<ref target="%2">\\s*%1',
  },
  icml: {
    title:
      /<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle\/(Header1|Title)">[\s\S]{0,600}The Quiet Harbour/,
    heading: `ParagraphStyle/Header[12]">${anything}<Content>%`,
    item: `ParagraphStyle/BulList[^>]*>${anything}<Content>%`,
    row: `<Cell [^>]*>${anything}<Content>%1${anything}<Cell [\\s\\S]{0,400}?<Content>%2`,
    link: `<HyperlinkTextSource${anything}<Content>%1[\\s\\S]*HyperlinkURLDestination[^>]*(?:Destination)?`,
  },
  opml: {
    title: /<(title>|outline text=")The Quiet Harbour/,
    heading: '<outline text="%"',
    item: '&#10;-\\s+%',
    row: '\\|\\s*%1\\s*\\|\\s*%2\\s*\\|',
    link: '\\[%1\\]\\(%2\\)',
  },
  ipynb: {
    title: /"# The Quiet Harbour/,
    heading: '"##? %',
    item: '"[-*]\\s+%',
    row: piped,
    link: '\\[%1\\]\\(%2\\)',
  },
  'doc.json': {
    title: /"kind":"heading","level":\d,[^\n]*"text":"The Quiet Harbour"/,
    heading: '"kind":"heading","level":\\d,[^\\n]*"text":"%"',
    item: '"kind":"item",[^\\n]*"text":"%"',
    row: '"text":"%1"[^\\n]*?"text":"%2"',
    link: '"link":"%2"',
  },
  'chunks.ndjson': {
    title: /"text":"# The Quiet Harbour/,
    heading: '##? %(?:\\\\n|")',
    item: '[-*]\\s+%(?:\\\\n|")',
    row: piped,
    link: '\\[%1\\]\\(%2\\)',
  },
  man: {
    title: /^\.(TH "|SH )The Quiet Harbour/m,
    heading: '^\\.S[HS] %$',
    item: '^\\.IP[^\\n]*\\n%$',
    row: '^%1(?:\\t|\\nT\\}[@\\t]T\\{\\n(?:\\.[LP]P\\n)?)%2$',
    // pandoc 2 writes the URL after the text, and pandoc 3 writes a link.
    link: '(?:%1 \\(%2\\)|\\.UR %2\\n%1\\n\\.UE)',
  },
  ms: {
    title: /^(\.TL|\.SH 1)\nThe Quiet Harbour$/m,
    heading: '^\\.SH [12]\\n%$',
    item: '^\\.IP[^\\n]*\\n%$',
    row: '^%1\\nT\\}[@\\t]T\\{\\n(?:\\.[LP]P\\n)?%2$',
    link: `^\\.pdfhref W -D "%2"${words}\\n?${words}%1`,
  },
  texi: {
    title: /@(title|chapter|top) The Quiet Harbour/,
    heading: '@(?:chapter|section) %$',
    item: '@item\\s+%$',
    row: '@(?:head)?item\\s+%1\\s+@tab\\s+%2$',
    link: '@uref\\{%2,%1\\}',
  },
};

/**
 * Throws if a heading, list item, table row or link of the sample letter is not marked up as such. Does not check
 * formats without an entry in `signs`, except RTF, Typst and office formats.
 */
export async function checkStructure(file: string, { source, target }: Claim): Promise<void> {
  await checkParts(file, target.ext, tableRowsOf(source.ext));
}

async function checkParts(file: string, ext: string, rows: TableRows): Promise<void> {
  if (ext === 'rtf') return checkRtf(file);
  if (ext === 'typ') return checkParts(await typstPage(file), 'html', rows);
  if (structured.includes(ext)) return checkOfficeStructure(file, ext, rows);
  const sought = signs[ext === 'xhtml' ? 'html' : ext];
  if (!sought) return;
  const text = await readFile(file, 'utf8');
  assert.match(text, sought.title, 'the title as a heading');
  for (const { heading } of letter.sections) assertFound(text, sought.heading, 'heading', heading);
  for (const item of letter.list) assertFound(text, sought.item, 'list item', item);
  for (const row of rows) assertFound(text, sought.row, 'table row', ...row);
  assertFound(text, sought.link, 'link', letter.link.text, letter.link.href);
}

function assertFound(text: string, pattern: string, what: string, ...parts: readonly string[]): void {
  const filled = pattern.replace(/%(\d?)/g, (_, n: string) => escaped(parts[Number(n || '1') - 1] ?? ''));
  assert.match(text, new RegExp(filled, 'm'), `the ${what} “${parts.join(', ')}”`);
}

/** Escapes text for a regular expression. In the returned expression, a space of the text also matches a line end. */
function escaped(part: string): string {
  return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(' ', '\\s+');
}

async function checkRtf(file: string): Promise<void> {
  const { stdout } = await run('/usr/bin/grep', ['-ac', '\\\\trowd\\|\\\\outlinelevel', file]);
  assert.ok(Number(stdout.toString()) >= 3, 'table rows and headings');
}

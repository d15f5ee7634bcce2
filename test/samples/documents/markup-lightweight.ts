/**
 * Writes the letter in lightweight markup languages such as Markdown. Each entry of `dialects` defines the syntax of
 * one language.
 */
import { letter } from './letter.ts';

interface MarkupDialect {
  /** Returns the title, as a heading in the text or as metadata before the text. */
  title(text: string): string;
  heading(text: string): string;
  item(text: string): string;
  head(cells: readonly string[]): string;
  row(cells: readonly string[]): string;
  /** Text before and after the table. */
  open?: string;
  close?: string;
  link(text: string, href: string): string;
}

const piped = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const columned = (cells: readonly string[]) =>
  cells
    .map((cell) => cell.padEnd(10))
    .join('')
    .trimEnd();
const starred = (text: string) => `* ${text}`;
const under = (sign: string) => (text: string) => `${text}\n${sign.repeat(text.length)}`;

const dialects = {
  md: {
    title: (text) => `# ${text}`,
    heading: (text) => `## ${text}`,
    item: (text) => `- ${text}`,
    head: (cells) => `${piped(cells)}\n${piped(cells.map(() => '---'))}`,
    row: piped,
    link: (text, href) => `[${text}](${href})`,
  },
  rst: {
    title: under('='),
    heading: under('-'),
    item: starred,
    head: (cells) =>
      `${columned(cells.map(() => '========'))}\n${columned(cells)}\n${columned(cells.map(() => '========'))}`,
    row: columned,
    close: columned(letter.table[0].map(() => '========')),
    link: (text, href) => `\`${text} <${href}>\`__`,
  },
  org: {
    title: (text) => `#+title: ${text}`,
    heading: starred,
    item: (text) => `- ${text}`,
    head: (cells) => `${piped(cells)}\n|---+---|`,
    row: piped,
    link: (text, href) => `[[${href}][${text}]]`,
  },
  adoc: {
    title: (text) => `= ${text}`,
    heading: (text) => `== ${text}`,
    item: starred,
    open: '[%header,cols=2*]\n|===',
    head: (cells) => cells.map((cell) => `|${cell}`).join('\n'),
    row: (cells) => cells.map((cell) => `|${cell}`).join('\n'),
    close: '|===',
    link: (text, href) => `${href}[${text}]`,
  },
  mediawiki: {
    title: (text) => `= ${text} =`,
    heading: (text) => `== ${text} ==`,
    item: starred,
    open: '{| class="wikitable"',
    head: (cells) => `! ${cells.join(' !! ')}`,
    row: (cells) => `|-\n| ${cells.join(' || ')}`,
    close: '|}',
    link: (text, href) => `[${href} ${text}]`,
  },
  dokuwiki: {
    title: (text) => `====== ${text} ======`,
    heading: (text) => `===== ${text} =====`,
    item: (text) => `  * ${text}`,
    head: (cells) => `^ ${cells.join(' ^ ')} ^`,
    row: piped,
    link: (text, href) => `[[${href}|${text}]]`,
  },
  jira: {
    title: (text) => `h1. ${text}`,
    heading: (text) => `h2. ${text}`,
    item: starred,
    head: (cells) => `||${cells.join('||')}||`,
    row: piped,
    link: (text, href) => `[${text}|${href}]`,
  },
  creole: {
    title: (text) => `= ${text}`,
    heading: (text) => `== ${text}`,
    item: starred,
    head: (cells) => `|=${cells.join('|=')}|`,
    row: piped,
    link: (text, href) => `[[${href}|${text}]]`,
  },
  textile: {
    title: (text) => `h1. ${text}`,
    heading: (text) => `h2. ${text}`,
    item: starred,
    head: (cells) => `|_. ${cells.join(' |_. ')} |`,
    row: piped,
    link: (text, href) => `"${text}":${href}`,
  },
  muse: {
    title: (text) => `#title ${text}`,
    heading: starred,
    item: (text) => ` - ${text}`,
    head: (cells) => ` ${cells.join(' || ')}`,
    row: (cells) => ` ${cells.join(' | ')}`,
    link: (text, href) => `[[${href}][${text}]]`,
  },
  t2t: {
    // The first three lines of a txt2tags file are the title, the author and the date.
    title: (text) => `${text}\n\n`,
    heading: (text) => `= ${text} =`,
    item: (text) => `- ${text}`,
    head: (cells) => `|| ${cells.join(' | ')} |`,
    row: piped,
    link: (text, href) => `[${text} ${href}]`,
  },
} as const satisfies Record<string, MarkupDialect>;

function write(dialect: MarkupDialect): string {
  const [head, ...rows] = letter.table;
  return [
    dialect.title(letter.title),
    ...letter.sections.flatMap(({ heading, paragraphs }) => [dialect.heading(heading), ...paragraphs]),
    letter.list.map((item) => dialect.item(item)).join('\n'),
    [dialect.open, dialect.head(head), ...rows.map((row) => dialect.row(row)), dialect.close]
      .filter((line) => line !== undefined)
      .join('\n'),
    `See ${dialect.link(letter.link.text, letter.link.href)}.`,
  ]
    .join('\n\n')
    .concat('\n');
}

export const lightweight = Object.fromEntries(
  Object.entries(dialects).map(([ext, dialect]) => [ext, write(dialect)]),
) as Record<keyof typeof dialects, string>;

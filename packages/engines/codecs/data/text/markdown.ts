/** Writes a value as Markdown: records as a GitHub table, other maps and lists as nested lists. */
import type { Writer } from '../codec.ts';
import { feedOf, type Feed } from './feed.ts';
import { isRecords } from './html.ts';
import { tableOf, type Table } from '../values/table.ts';
import { tablesIn } from '../values/tables.ts';
import { textOf } from '../values/untyped.ts';
import { isMap, isNested, Numeral, type Value } from '../values/value.ts';

export const writer: Writer = {
  write: (value) => {
    const feed = feedOf(value);
    if (feed) return articles(feed);
    const tables = tablesIn(value);
    const headed = (name: string) => (tables.length > 1 ? `## ${escapeMarks(name)}\n\n` : '');
    return tables.map(({ name, value: part }) => headed(name) + block(part)).join('\n');
  },
};

function block(value: Value): string {
  if (isRecords(value)) return table(tableOf(value));
  if (isNested(value)) return items(value, '');
  return `${escapeMarks(textOf(value))}\n`;
}

function items(value: Exclude<Value, null>, indent: string): string {
  const members = isMap(value) ? [...value] : Array.from(value as Value[], (item) => ['', item] as const);
  return members
    .map(([name, member]) => {
      const label = name === '' ? '' : `**${escapeMarks(name)}**`;
      if (isNested(member)) return `${indent}- ${label}\n${items(member, `${indent}  `)}`;
      const text = escapeMarks(textOf(member));
      return `${indent}- ${label && text ? `${label}: ${text}` : label || text}\n`;
    })
    .join('');
}

function table({ columns, records }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const isNumber = (name: string) =>
    records.some((record) => record.get(name) instanceof Numeral) &&
    records.every((record) => (record.get(name) ?? null) === null || record.get(name) instanceof Numeral);
  const rows = records.map((record) => line(columns.map((name) => cell(record.get(name) ?? null))));
  return (
    line(columns.map(cell)) + line(columns.map((name) => (isNumber(name) ? '---:' : '---'))) + rows.join('')
  );
}

function cell(value: Value): string {
  return escapeMarks(textOf(value));
}

/** Returns the text on one line, with all markup characters escaped. */
function escapeMarks(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\`*_[\]<>|~$^]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^([#+-]|\d+[.)])(?=\s|$)/, '\\$1')
    .replace(/\r\n|\n|\r/g, '<br>');
}

/** Returns a feed as Markdown: its heading, then the heading, details, text and files of each article. */
function articles({ title, link, content, articles: all }: Feed): string {
  const linked = (words: string, address: string) =>
    address === ''
      ? escapeMarks(words)
      : `[${escapeMarks(words)}](${address.replace(/[\s()<>]/g, encodeURIComponent)})`;
  const parts = all.map((one) =>
    [
      `## ${linked(one.title || one.link || one.date, one.link)}`,
      [one.date, one.author].filter(Boolean).map(escapeMarks).join(' · '),
      markdownOf(one.content),
      one.enclosures.map((file) => `- ${linked(file, file)}`).join('\n'),
    ]
      .filter(Boolean)
      .join('\n\n'),
  );
  return `${[`# ${linked(title, link)}`, markdownOf(content), ...parts].filter(Boolean).join('\n\n')}\n`;
}

const blockTags = /^(?:p|div|h[1-6]|ul|ol|table|tr|blockquote|figure|figcaption|pre|section|article|hr)$/;

/**
 * Converts the HTML of an article to Markdown: paragraphs, list items, links and emphasis. Parses the HTML with regular
 * expressions, because every installed HTML parser needs a browser.
 */
function markdownOf(html: string): string {
  const links: string[] = [];
  const marked = html.replace(
    /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w-]*)([^>]*)>|([^<]+|<)/g,
    (
      _all,
      end: string | undefined,
      tag: string | undefined,
      attributes: string,
      words: string | undefined,
    ) => {
      if (words !== undefined) return escapeMarks(decoded(words).replace(/\s+/g, ' '));
      const name = (tag ?? '').toLowerCase();
      if (name === 'br') return '  \n';
      if (name === 'li') return end ? '' : '\n- ';
      if (name === 'strong' || name === 'b') return '**';
      if (name === 'em' || name === 'i') return '*';
      if (name === 'img') return escapeMarks(decoded(/\balt\s*=\s*"([^"]*)"/i.exec(attributes)?.[1] ?? ''));
      if (name === 'a' && !end) {
        links.push(decoded(/\bhref\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1] ?? ''));
        return '[';
      }
      if (name === 'a') return `](${(links.pop() ?? '').replace(/[\s()<>]/g, encodeURIComponent)})`;
      return blockTags.test(name) ? '\n\n' : '';
    },
  );
  return marked
    .replace(/\n[ \t]+(?=\n)/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n +/g, '\n')
    .trim();
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

function decoded(words: string): string {
  return words.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole, digits?: string, hex?: string, name = '') => {
      const code = digits ? Number(digits) : hex ? Number.parseInt(hex, 16) : 0;
      return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : (entities[String(name)] ?? whole);
    },
  );
}

/**
 * Makes the table in docs/quality/tags.md, which shows the tags that each audio and video container keeps. The data
 * comes from the warnings that conversions return about omitted tags.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { markdownTable } from '../../docs/markdown-table.ts';

export const tagPage = path.join(import.meta.dirname, '../../../docs/quality/tags.md');

const columns = ['totals', 'pictures', 'lyrics', 'rating', 'chapters'] as const;

const heads = ['container', 'tags', 'track and disc totals', ...columns.slice(1)];

/**
 * Returns the column for a tag that the warning lists as omitted. Returns undefined for tags without a separate column.
 * The column `tags` shows all tags without a separate column.
 */
const columnOf = (word: string): (typeof columns)[number] | undefined => {
  if (/^number of/.test(word)) return 'totals';
  if (/picture/.test(word)) return 'pictures';
  return columns.find((column) => column === word);
};

/** Returns the tag names that the message of the warning lists. */
export const lostList = (message: string | undefined): string[] =>
  (/Left out: (.*)\.$/.exec(message ?? '')?.[1] ?? '').split(', ').filter((word) => word !== '');

/** Returns the table cells of a container. `lost` is the message of the warning about omitted tags. */
export function tagCells(lost: string | undefined): string[] {
  const words = lostList(lost);
  const [missing, tags] = [new Set(words.map(columnOf)), words.filter((word) => !columnOf(word))];
  return [tagCell(tags), ...columns.map((column) => (missing.has(column) ? 'no' : 'yes'))];
}

/** Returns the cell of the column `tags`. If more than 3 tags are missing, the cell contains only their number. */
function tagCell(missing: readonly string[]): string {
  if (missing.length === 0) return 'all';
  return missing.length <= 3 ? `all but ${missing.join(', ')}` : `all but ${missing.length}`;
}

/** Returns the table of tags in Markdown. Container formats with the same cells in all columns share a row. */
export function tagTable(cells: ReadonlyMap<string, readonly string[]>): string {
  const rows = Map.groupBy(cells, ([, found]) => found.join('|'));
  return markdownTable([
    heads,
    ...[...rows.values()].map((row) => [row.map(([ext]) => ext).join(', '), ...(row[0]?.[1] ?? [])]),
  ]);
}

/** Returns the table in docs/quality/tags.md, with the text before and after it. */
export async function tagPageParts(): Promise<[before: string, table: string, after: string]> {
  const page = await readFile(tagPage, 'utf8');
  const start = page.indexOf('| container');
  const end = page.indexOf('|\n\n', start) + 1;
  return [page.slice(0, start), page.slice(start, end), page.slice(end)];
}

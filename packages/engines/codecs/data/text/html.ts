/** Writes a value as a web page: records as a table, other maps as rows of name and value, lists as lists. */
import { formatsOfFamily } from '@protean/formats';
import type { Writer } from '../codec.ts';
import { articlesAsHtml, feedOf } from './feed.ts';
import { EmptyTable, tableOf, type Table } from '../values/table.ts';
import { tablesIn } from '../values/tables.ts';
import { textOf } from '../values/untyped.ts';
import { isList, isMap, isNested, Numeral, type Value, type ValueMap } from '../values/value.ts';

export const writer: Writer = {
  write: (read, options, target) => {
    const feed = feedOf(read);
    if (feed) return `${head(escapeHtml(feed.title), 0)}${articlesAsHtml(feed)}\n</body>\n</html>\n`;
    const value = target === undefined || !simpleTables.has(target) ? read : withoutNesting(read);
    const tables = tablesIn(value);
    const named = tables.length > 1;
    const parts = tables.map(
      ({ name, value: part }) => (named ? `<h2>${escapeHtml(name)}</h2>\n` : '') + block(part),
    );
    const [first] = tables;
    const title = escapeHtml(named ? 'Tables' : (first?.name ?? ''));
    const widest = Math.max(
      ...tables.map(({ value: part }) => (isRecords(part) ? tableOf(part).columns.length : 0)),
    );
    return `${head(title, widest)}${parts.join('\n')}\n</body>\n</html>\n`;
  },
};

/**
 * Target formats that lose header cells in the first column and nested tables, because the writer of the format or of
 * an intermediate format does not support them. docx is not in the list, because the writer of docx keeps header cells
 * and nested tables.
 */
const simpleTables = new Set([
  ...['adoc', 'man', 'ms', 'opml', 'odp', 'rtf'],
  ...formatsOfFamily('ooxml-slides'),
  ...formatsOfFamily('powerpoint-97'),
  ...formatsOfFamily('word-97'),
  ...formatsOfFamily('opendocument-text'),
  ...formatsOfFamily('ooxml-text').filter((ext) => ext !== 'docx'),
]);

/**
 * Returns the value as table rows. A map becomes a list of names and values, and nested values become lines in a cell.
 */
function withoutNesting(value: Value): Value {
  if (isRecords(value)) {
    const { columns, records } = tableOf(value);
    return records.length === 0 ? value : records.map((record) => flatRecord(record, columns));
  }
  if (isMap(value) && [...value.values()].some(isRecords) && tablesIn(value).length > 1)
    return new Map([...value].map(([name, member]) => [name, withoutNesting(member)]));
  if (isMap(value))
    return linesOf(value).map(
      ([name, held]) =>
        new Map<string, Value>([
          ['name', name],
          ['value', held],
        ]),
    );
  return isList(value) ? value.map((item) => (isNested(item) ? linesText(item) : item)) : value;
}

const flatRecord = (record: ValueMap, columns: readonly string[]): ValueMap =>
  new Map(
    columns.map((name) => {
      const held = record.get(name) ?? null;
      return [name, isNested(held) ? linesText(held) : held];
    }),
  );

const linesText = (value: Value) =>
  linesOf(value)
    .map(([path, held]) => (path === '' ? textOf(held) : `${path}: ${textOf(held)}`))
    .join('\n');

/** Returns the scalars in `value` with their paths. The path of a scalar in a list is the path of the list. */
function linesOf(value: Value, path = ''): [path: string, held: Value][] {
  if (isMap(value) && value.size > 0)
    return [...value].flatMap(([name, member]) => linesOf(member, path === '' ? name : `${path}.${name}`));
  if (isList(value) && value.length > 0) return value.flatMap((member) => linesOf(member, path));
  return [[path, isNested(value) ? '' : value]];
}

/** Maximum number of columns that fit on a page in portrait orientation. */
const portraitColumns = 6;

/** Maximum number of columns that fit on a page in landscape orientation. */
const maxColumns = 14;

function head(title: string, columns: number): string {
  return `<!DOCTYPE html>
<html lang="und">
<head>
<meta charset="utf-8">
<title>${title}</title>
<style>
@page { size: A4 ${columns > portraitColumns && columns <= maxColumns ? 'landscape' : 'portrait'}; margin: 15mm; }
body { font-family: sans-serif; font-size: 10pt; }
table { border-collapse: collapse; }
th, td { border: 1px solid #999; padding: 2px 6px; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { background: #eee; }
th { overflow-wrap: normal; }
td { white-space: pre-wrap; tab-size: 2; }
td.number { text-align: right; white-space: nowrap; }
</style>
</head>
<body>
`;
}

/** Returns whether the value is a list that contains maps, or a table without rows. */
export function isRecords(value: Value): boolean {
  return value instanceof EmptyTable || (isList(value) && value.some(isMap));
}

function block(value: Value): string {
  if (isRecords(value)) return tableBlock(tableOf(value));
  if (isList(value)) return `<ul>${value.map((item) => `<li>${inside(item)}</li>`).join('')}</ul>`;
  if (!isMap(value)) return `<p>${inside(value)}</p>`;
  const rows = [...value].map(([name, member]) => `<tr><th>${escapeHtml(name)}</th>${cell(member)}</tr>`);
  return `<table>\n${rows.join('\n')}\n</table>`;
}

/**
 * Returns a table. If the columns of the table do not fit on a page, each record becomes a separate table without null
 * values.
 */
function tableBlock({ columns, records }: Table): string {
  if (columns.length > maxColumns) return records.map((record) => block(filled(record))).join('<hr>\n');
  const header = columns.map((name) => `<th>${escapeHtml(name)}</th>`).join('');
  const rows = records.map(
    (record) => `<tr>${columns.map((name) => cell(record.get(name) ?? null)).join('')}</tr>\n`,
  );
  return `<table>\n<thead><tr>${header}</tr></thead>\n<tbody>\n${rows.join('')}</tbody>\n</table>`;
}

function filled(record: ValueMap): ValueMap {
  return new Map([...record].filter(([, member]) => member !== null));
}

function cell(value: Value): string {
  return value instanceof Numeral ? `<td class="number">${value.text}</td>` : `<td>${inside(value)}</td>`;
}

function inside(value: Value): string {
  return isMap(value) || isList(value) ? block(value) : escapeHtml(textOf(value));
}

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns the escaped text. Control characters, which HTML forbids, become U+FFFD. */
function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"]/g, (character) => named[character] ?? '')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd');
}

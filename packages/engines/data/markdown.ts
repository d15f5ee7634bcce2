/** Writes a value as Markdown: records as a GitHub table, other maps and lists as nested lists. */
import type { Writer } from './codec.ts';
import { isRecords } from './html.ts';
import { tableOf, type Table } from './table.ts';
import { tablesIn } from './tables.ts';
import { textOf } from './untyped.ts';
import { isMap, isNested, Numeral, type Value } from './value.ts';

export const writer: Writer = {
  write: (value) => {
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

/** The text on one line, all markup characters escaped. */
function escapeMarks(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\`*_[\]<>|~$^]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^([#+-]|\d+[.)])(?=\s|$)/, '\\$1')
    .replace(/\r\n|\n|\r/g, '<br>');
}

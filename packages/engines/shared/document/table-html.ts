/** Writes table blocks as HTML. */
import { escapeHtml, inlineHtml, type InlineContext } from './inline-html.ts';
import type { Cell, TableBlock } from './model.ts';
import { runsOf } from './runs.ts';

export function tableHtml(table: TableBlock, attributes: string, context: InlineContext): string {
  const rows: Cell[][] = Array.from({ length: table.rows }, () => []);
  for (const cell of table.cells) rows[cell.row]?.push(cell);
  const isHead = (row: readonly Cell[]) => row.length > 0 && row.every(({ header }) => header);
  const first = rows.findIndex((row) => !isHead(row));
  const heads = first < 0 ? rows.length : first;
  const written = (part: readonly (readonly Cell[])[]) =>
    part.map((row) => `<tr>${row.map((cell) => cellHtml(cell, table, context)).join('')}</tr>\n`).join('');
  const head = heads > 0 ? `<thead>\n${written(rows.slice(0, heads))}</thead>\n` : '';
  const caption = table.caption ? `<caption>${escapeHtml(table.caption)}</caption>\n` : '';
  return `<table${attributes}>\n${caption}${head}<tbody>\n${written(rows.slice(heads))}</tbody>\n</table>`;
}

function cellHtml(cell: Cell, { align }: TableBlock, context: InlineContext): string {
  const tag = cell.header ? 'th' : 'td';
  const side = align?.[cell.column];
  const attributes = [
    cell.columns === undefined ? '' : ` colspan="${cell.columns}"`,
    cell.rows === undefined ? '' : ` rowspan="${cell.rows}"`,
    side ? ` style="text-align: ${side}"` : '',
  ].join('');
  return `<${tag}${attributes}>${inlineHtml(runsOf(cell), context)}</${tag}>`;
}

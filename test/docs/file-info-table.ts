/** Generates the table in docs/report.md that lists the facts about a file. */
import { factTable } from '@protean/engines/passes/file_info/file-info.ts';
import { markdownTable } from './markdown-table.ts';

export function factsTable(): string {
  const rows = Object.entries(factTable).map(([name, { type, of, description }]) => [
    `\`${name}\``,
    type,
    description,
    of,
  ]);
  return markdownTable([['fact', 'type', 'meaning', 'files'], ...rows]);
}

/** Generates the table of facts (file info) in docs/report.md. */
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

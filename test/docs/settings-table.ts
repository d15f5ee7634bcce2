/** The table of settings in docs/operations.md. */
import { settings } from '../../packages/server/src/config.ts';

export function settingsTable(): string {
  const rows = Object.values(settings).map(({ name, shown, description }) => [
    `\`${name}\``,
    shown,
    description,
  ]);
  const head = ['name', 'default', ''];
  const widths = head.map((cell, n) => Math.max(cell.length, ...rows.map((row) => row[n]?.length ?? 0), 3));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

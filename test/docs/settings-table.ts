/** Generates the table of settings in docs/operations/settings.md. */
import { settings } from '../../packages/server/src/config.ts';
import { markdownTable } from './markdown-table.ts';

export function settingsTable(): string {
  const rows = Object.values(settings).map(({ name, shown, description }) => [
    `\`${name}\``,
    shown,
    description,
  ]);
  return markdownTable([['name', 'default', ''], ...rows]);
}

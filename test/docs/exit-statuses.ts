/** Generates the table of exit statuses in docs/cli.md. */
import { exitMeanings, exitStatus } from '../../packages/cli/src/exit-status.ts';
import { markdownTable } from './markdown-table.ts';

export function exitStatusTable(): string {
  const rows = Object.entries(exitStatus).map(([name, status]) => [
    String(status),
    exitMeanings[name as keyof typeof exitMeanings],
  ]);
  return markdownTable([['status', 'meaning'], ...rows]);
}

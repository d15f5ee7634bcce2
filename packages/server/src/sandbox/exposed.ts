/** Whether files that belong to the server alone lie where sandboxes would show them. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Shown } from './view.ts';

/** The mounted folder in which `file` lies, links followed; undefined where there is none. `file` need not exist yet. */
export function shownAround(file: string, shown: readonly Shown[]): string | undefined {
  const real = realPlace(path.resolve(file));
  return shown
    .flatMap((one) => ('from' in one && existsSync(one.from) ? [one.from] : []))
    .find((from) => {
      const folder = realpathSync(from);
      return real === folder || real.startsWith(`${folder}/`);
    });
}

function realPlace(file: string): string {
  if (existsSync(file) || path.dirname(file) === file) return realpathSync(file);
  return path.join(realPlace(path.dirname(file)), path.basename(file));
}

/** Whether what belongs to the server alone lies where boxes would show it, links followed. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Shown } from './view.ts';

/** The place shown in which `file` lies; undefined where there is none. What does not exist yet counts as if it did. */
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

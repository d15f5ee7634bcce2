/**
 * Finds lines of English text that match a pattern in patterns.txt. The patterns match wording that readers have to
 * read twice.
 */
import { readFileSync } from 'node:fs';
import { readProse, type Prose } from './prose.ts';

const patterns = readFileSync(new URL('patterns.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => new RegExp(line, 'i'));

export interface Stumble extends Prose {
  pattern: string;
}

export function stumbles(): Stumble[] {
  return readProse().flatMap((prose) => {
    const pattern = patterns.find((one) => one.test(prose.text));
    return pattern ? [{ ...prose, pattern: pattern.source }] : [];
  });
}

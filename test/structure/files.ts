/** Lists the files of the project, for the tests in this folder. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the paths of everything below `folder`, relative to `folder`. Leaves out dependencies, builds and caches. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => !/node_modules|__pycache__|\bdist\b/.test(file),
  );

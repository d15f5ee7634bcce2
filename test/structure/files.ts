/** Lists the project's files for the tests of its structure. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the paths below `folder`, relative to it, without dependencies, builds and caches. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => !/node_modules|__pycache__|\bdist\b/.test(file),
  );

/**
 * Lists the Python modules of the engines, and the modules that each Python module imports. Paths are relative to
 * `packages`, the folder from which runners import modules.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, root } from './files.ts';

export const pythonModules = filesBelow('packages/engines')
  .filter((file) => file.endsWith('.py'))
  .map((file) => path.join('engines', file));

const fileOf = (name: string): string => path.join(...name.split('.')) + '.py';
const isModule = (name: string): boolean => existsSync(path.join(root, 'packages', fileOf(name)));

/**
 * Returns the paths of the modules that the file imports with `import engines.x` or `from engines.x import y`. In `from
 * engines.x import y`, the name `y` may be a module.
 */
export function pythonImportsOf(file: string): string[] {
  const text = readFileSync(path.join(root, 'packages', file), 'utf8');
  const from = [...text.matchAll(/^\s*from (engines[\w.]*) import (?:\(([^)]*)\)|(.*))/gm)].flatMap(
    ([, parent = '', inParentheses, onLine = '']) => [
      parent,
      ...(inParentheses ?? onLine).split(',').map((name) => `${parent}.${name.trim().split(/\s/)[0] ?? ''}`),
    ],
  );
  const whole = [...text.matchAll(/^\s*import (engines[\w.]*)/gm)].map(([, name = '']) => name);
  return [...from, ...whole].filter(isModule).map(fileOf);
}

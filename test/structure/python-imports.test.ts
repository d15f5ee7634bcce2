/** Python modules import each other without cycles, including imports inside functions. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findCycle } from './cycles.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runners find the modules of `packages/engines` as `engines`. */
const modules = readdirSync(path.join(root, 'packages', 'engines'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.py') && !file.includes('node_modules'))
  .map((file) => path.join('engines', file));

const fileOf = (name: string): string => path.join(...name.split('.')) + '.py';
const isModule = (name: string): boolean => existsSync(path.join(root, 'packages', fileOf(name)));

/**
 * Returns the modules that the file imports by `from engines.x import y`, where `y` may be a module, or `import
 * engines.x`.
 */
function importsOf(file: string): string[] {
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

const imports = new Map(modules.map((file) => [file, importsOf(file)]));

test('has no import cycles between Python modules', () => {
  assert.deepEqual(findCycle(imports), []);
});

test('finds imports of every form', () => {
  const named = [...imports.values()].flat().length;
  assert.ok(named > 200, `only ${named} imports found`);
});

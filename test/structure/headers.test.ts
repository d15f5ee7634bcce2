/** Tests that the docs mention only headers that the server sends or reads. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !file.includes('node_modules') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(root, file), 'utf8'));

/**
 * Headers that the server never reads. The docs mention `X-Forwarded-Host` only to state that the server does not read
 * it.
 */
const notInCode = ['X-Forwarded-Host'];

test('the docs mention only HTTP headers that the server uses', () => {
  const code = textOf('packages/server/src/**/*.ts').join('\n').toLowerCase();
  const named = textOf('docs/**/*.md').flatMap((text) =>
    [...text.matchAll(/`((?:X|Sec|Content|Idempotency|Accept|Retry|If|Cache|User)-[A-Za-z-]+)/g)].map(
      ([, name = '']) => name,
    ),
  );
  assert.ok(named.includes('X-Service-Signature'), 'headers were found');
  const unknown = [...new Set(named)].filter(
    (name) => !code.includes(name.toLowerCase()) && !notInCode.includes(name),
  );
  assert.deepEqual(unknown, []);
});

/** Every header that the docs name is one that the server sends or reads. */
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

/** `X-Conversion-Warnings` is planned (contract §4.5); of `X-Forwarded-Host` the docs say that it is never read. */
const notInCode = ['X-Conversion-Warnings', 'X-Forwarded-Host'];

test('the docs name no header that the server does not know', () => {
  const code = textOf('packages/server/src/**/*.ts').join('\n').toLowerCase();
  const named = textOf('docs/*.md').flatMap((text) =>
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

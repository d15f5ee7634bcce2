/** Tests that every statement in docs/privacy.md cites existing tests. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [promises = ''] = readFileSync(path.join(root, 'docs/privacy.md'), 'utf8').split(
  '## Duties of the operator',
);

/** The statements in docs/privacy.md, each joined into a single line. */
const points = promises
  .split(/^(?=- |#)/m)
  .filter((part) => part.startsWith('- '))
  .map((part) => part.replaceAll(/\s+/g, ' ').trim());

const citations = points.map((point) => ({
  point,
  cited: [...point.matchAll(/\(`([^`]+)`: "([^"]+)"\)/g)].map(([, file = '', name = '']) => ({ file, name })),
}));

test('docs/privacy.md cites a test for every statement', () => {
  assert.ok(points.length > 15, `only ${points.length} points found`);
  assert.deepEqual(
    citations.filter(({ cited }) => cited.length === 0).map(({ point }) => point),
    [],
  );
});

test('docs/privacy.md cites only existing tests', () => {
  const missing = citations
    .flatMap(({ cited }) => cited)
    .filter(({ file, name }) => {
      const found = path.join(root, file);
      return !existsSync(found) || !readFileSync(found, 'utf8').includes(`test('${name}'`);
    });
  assert.deepEqual(missing, []);
});

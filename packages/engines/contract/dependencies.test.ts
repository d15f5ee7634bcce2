import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runnerFiles } from './dependencies.ts';

test('runnerFiles lists the files that run in a sandbox, but not the engine declarations', () => {
  const files = runnerFiles(new URL('../../..', import.meta.url).pathname);
  assert.ok(files.includes('tools/sharp/runner.ts'));
  assert.deepEqual(
    files.filter((name) => name.startsWith('warm/')),
    ['warm/warm-engine.ts'],
  );
});

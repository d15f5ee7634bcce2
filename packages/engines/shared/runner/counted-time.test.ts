/** Tests that programs in a sandbox do not count the time in which they wait for a processor. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { atCountedTime } from './counted-time.ts';

let dir: string;
let waitedFile: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-counted-time-'));
  waitedFile = path.join(dir, 'waited');
  process.env['WAITED_FILE'] = waitedFile;
});

beforeEach(() => rm(waitedFile, { force: true }));

after(() => rm(dir, { recursive: true }));

test('in Node, the waiting time that the server reports extends a time limit', async () => {
  const began = performance.now();
  const late = Promise.withResolvers<void>();
  atCountedTime(100, late.resolve);
  writeFileSync(waitedFile, '900');
  await late.promise;
  const ms = performance.now() - began;
  assert.ok(ms >= 990, `${ms} ms`);
});

test(
  'in Node, waiting times before the start of a time limit do not extend the limit',
  { timeout: 30_000 },
  async () => {
    writeFileSync(waitedFile, '60000');
    await new Promise<void>((resolve) => void atCountedTime(100, resolve));
  },
);

const program = `
import os, sys
from engines.shared.runner.counted_time import run_within
def report():
    with open(os.environ['WAITED_FILE'], 'w') as file:
        file.write('60000')
begin = report if sys.argv[1] == 'waits' else None
ended = run_within(0.5, ['sh', '-c', 'sleep 1; cat'], feed=b'text', preexec_fn=begin)
print(ended.returncode, ended.stdout.decode())
`;

for (const [kind, status, output] of [
  ['waits', 0, '0 text\n'],
  ['sleeps', 1, ''],
] as const)
  test(`a time limit in Python ${status ? 'stops a program that sleeps' : 'excludes the time that a program waits for a processor'}`, () => {
    const packages = fileURLToPath(new URL('../../..', import.meta.url));
    const env = { ...process.env, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' };
    const ended = spawnSync('/usr/bin/python3', ['-c', program, kind], { env, encoding: 'utf8' });
    assert.deepEqual([ended.status, ended.stdout], [status, output], ended.stderr);
    if (status) assert.match(ended.stderr, /TimeoutExpired/);
  });

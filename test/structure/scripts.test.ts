/**
 * Tests that the test scripts print their usage and exit with 2 if an argument is unknown, before they start anything.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { text } from 'node:stream/consumers';

const programs = [
  'prove/prove',
  'damage/damage',
  'corpus/corpus',
  'soak/soak',
  'chaos/chaos',
  'hostile/hostile',
];

for (const program of programs) {
  test(`${program}.ts prints its usage and exits with 2 if an argument is unknown`, async () => {
    const file = new URL(`../${program}.ts`, import.meta.url).pathname;
    const child = spawn(process.execPath, [file, '--nix']);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^Unknown option '--nix'\.?\n\n[A-Z]/);
  });
}

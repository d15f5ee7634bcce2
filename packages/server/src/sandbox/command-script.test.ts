import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pipe } from '@protean/engines/contract/engine.ts';
import { defaultLimits } from '@protean/engines/contract/limits.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { shellScript } from './command-script.ts';

let dir: string;
before(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'protean-script-'));
});
after(() => rmSync(dir, { recursive: true, force: true }));

const sh = (program: string, ...args: string[]) => ['/bin/sh', '-c', program, 'sh', ...args];

/**
 * Runs a script that consists of `commands`. Returns the status of the script, and the text that the script appended to
 * `file`.
 */
function ran(file: string, ...commands: string[][]): { status: number | null; written: string } {
  const written = path.join(dir, file);
  const script = shellScript({ commands, limits: defaultLimits, env: { WRITTEN: written } });
  const { status } = spawnSync('/bin/sh', ['-c', script.replaceAll(sandboxPaths.work, dir)]);
  return { status, written: readFileSync(written, 'utf8') };
}

const begin = sh('echo begun >> "$WRITTEN"');
const keep = sh('cat >> "$WRITTEN"');

test('the shell script runs commands in order until a command fails', () => {
  const say = sh('echo "$1" >> "$WRITTEN"', `it's | "quoted" $HOME`);
  assert.deepEqual(ran('order', begin, say), { status: 0, written: `begun\nit's | "quoted" $HOME\n` });
  assert.deepEqual(ran('failing', begin, sh('exit 7'), say), { status: 7, written: 'begun\n' });
});

test('the second command of a pipe reads the output of a successful first command', () => {
  const piped = (first: string[], second: string[]) => [...first, pipe, ...second];
  assert.deepEqual(ran('read', begin, piped(sh('echo read'), keep)), {
    status: 0,
    written: 'begun\nread\n',
  });
  assert.deepEqual(ran('unread', begin, piped(sh('echo read; exit 5'), keep)), {
    status: 5,
    written: 'begun\n',
  });
  assert.equal(ran('ended', begin, piped(sh('echo read'), sh('exit 6'))).status, 6);
  const bounded = shellScript({ commands: [piped(['a'], ['b'])], limits: defaultLimits });
  assert.equal(bounded.match(/prlimit/g)?.length, 2);
});

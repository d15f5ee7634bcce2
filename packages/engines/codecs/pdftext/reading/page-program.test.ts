/** Tests that the pages of a PDF are read while the program that writes them runs, and how its failures end the runner. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { startPageProgram } from './page-program.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'page-program-'));
after(() => rmSync(dir, { recursive: true }));

test('returns a line before the program ends', async () => {
  const sign = path.join(dir, 'read');
  const script = `echo one; while [ ! -e ${sign} ]; do sleep 0.01; done; printf 'two\\nthree'`;
  const program = startPageProgram(['/bin/sh', '-c', script]);
  const lines: string[] = [];
  for await (const line of program.lines) {
    lines.push(line);
    writeFileSync(sign, '');
  }
  await program.succeeded();
  // A line without a line break is incomplete.
  assert.deepEqual(lines, ['one', 'two']);
});

test('joins the parts of a long line', async () => {
  const program = startPageProgram([
    '/bin/sh',
    '-c',
    'head -c 300000 /dev/zero | tr "\\0" x; echo; echo end',
  ]);
  const lengths: number[] = [];
  for await (const line of program.lines) lengths.push(line.length);
  assert.deepEqual(lengths, [300_000, 3]);
});

/** Reads all lines of a shell script in another process. Returns how this process ended. */
function readBy(script: string, more = '') {
  const code = `
    import { startPageProgram } from ${JSON.stringify(import.meta.resolve('./page-program.ts'))};
    const program = startPageProgram(['/bin/sh', '-c', ${JSON.stringify(script)}]${more});
    for await (const line of program.lines) console.log(line);
    await program.succeeded();
    console.log('end');
  `;
  return spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
}

test('ends with the status of a program that fails after some pages', () => {
  const { status, stdout, stderr } = readBy('echo page; echo "error: broken" >&2; exit 3');
  assert.deepEqual({ status, stdout, stderr }, { status: 3, stdout: 'page\n', stderr: 'error: broken\n' });
});

test('reports a program that exceeds its limit of processor time as a shell does', () => {
  assert.equal(readBy('echo page; kill -XCPU $$').status, 128 + 24);
});

test('refuses a document with too large contents', () => {
  const { status, stderr } = readBy('while :; do echo page; done', ', 1000');
  assert.equal(status, 1);
  assert.match(stderr, /^protean-reason: too_complex$/m);
});

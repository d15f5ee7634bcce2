import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { pythonEnv } from '../../../../test/support/python.ts';
import type { RunResult } from '../../shared/runner/run.ts';

const programs = ['/usr/bin/ffmpeg', '/usr/bin/ffprobe'];
const loader = spawn('/usr/bin/python3', [path.join(import.meta.dirname, 'preloaded.py'), ...programs], {
  stdio: ['pipe', 'pipe', 'inherit'],
  env: pythonEnv,
});
const lines = createInterface({ input: loader.stdout })[Symbol.asyncIterator]();
const answer = async () => String((await lines.next()).value);
const dir = mkdtempSync(path.join(tmpdir(), 'preloaded-'));

async function run(command: readonly string[], terms: { cpu?: number; stdout?: string } = {}) {
  loader.stdin.write(`${JSON.stringify({ command, cpu: 60, ...terms })}\n`);
  return JSON.parse(await answer()) as RunResult;
}

before(async () => {
  assert.equal(await answer(), '{"loaded": ["ffmpeg", "ffprobe"]}');
});

after(async () => {
  loader.stdin.end();
  await once(loader, 'exit');
  rmSync(dir, { recursive: true });
});

const sound = (file: string, seconds = 1) => [
  ...['ffmpeg', '-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', `sine=duration=${seconds}`],
  ...['-fflags', '+bitexact', '-flags', '+bitexact', file],
];

test('a run in a forked FFmpeg process writes the same output as a separate FFmpeg process', async () => {
  for (const name of ['first.wav', 'second.wav']) {
    assert.deepEqual(await run(sound(`${dir}/${name}`)), { status: 0, stdout: '', stderr: '' });
    const [program = '', ...words] = sound(`${dir}/own.wav`);
    assert.equal(spawnSync(program, words).status, 0);
    assert.ok(readFileSync(`${dir}/${name}`).equals(readFileSync(`${dir}/own.wav`)));
  }
  const command = ['ffprobe', '-v', 'error', '-of', 'json', '-show_streams', `${dir}/own.wav`];
  const { stdout } = spawnSync('/usr/bin/ffprobe', command.slice(1), { encoding: 'utf8' });
  assert.deepEqual(await run(command), { status: 0, stdout, stderr: '' });
});

test('appends the standard output of FFmpeg to the specified file', async () => {
  const stdout = `${dir}/log`;
  const progress = ['-progress', 'pipe:1', `${dir}/logged.wav`];
  for (const lengths of [1, 2]) {
    assert.equal((await run([...sound(`${dir}/other.wav`), ...progress], { stdout })).status, 0);
    assert.equal(readFileSync(stdout, 'utf8').match(/^progress=end$/gm)?.length, lengths);
  }
});

test('completes an FFmpeg run after another run failed or was stopped by a signal', async () => {
  const missing = await run(['ffprobe', '-v', 'error', `${dir}/missing.wav`]);
  assert.equal(missing.status, 1);
  assert.match(missing.stderr, /No such file/);
  // At the limit of processor time, FFmpeg receives a signal that it handles like a user's request to stop.
  const { status } = spawnSync('/usr/bin/prlimit', ['--cpu=1:', ...endless]);
  assert.deepEqual((await run(endless, { cpu: 1 })).status, status);
  assert.equal((await run(sound(`${dir}/after.wav`))).status, 0);
});

const endless = ['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=1280x720', '-f', 'null', '-'];

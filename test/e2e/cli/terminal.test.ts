/** `protean serve` on a terminal prints plain lines, and exits on Ctrl-C. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { temporaryFolder } from '../../support/fixtures.ts';
import { protean, until } from '../../support/server/service.ts';

const interrupt = '\u0003';

/** Starts the server on a pseudo-terminal. `press` sends a key to the server. */
async function onTerminal(stack: AsyncDisposableStack, env: Record<string, string> = {}) {
  const dataDir = await temporaryFolder(stack);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn('script', ['-qefc', `exec '${protean}' serve`, '/dev/null'], {
    env: { PATH, NODE_COMPILE_CACHE, TERM: 'xterm', PORT: '0', WARM: 'off', DATA_DIR: dataDir, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close').then(() => child.exitCode);
  stack.defer(async () => {
    child.kill();
    await ended;
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const shows = (words: string) => until(words, 120_000, () => shown.includes(words));
  return { shown: () => shown, shows, ended, press: (key: string) => child.stdin.write(key) };
}

test('protean serve prints its URL and exits within 6 s of Ctrl-C', async () => {
  await using stack = new AsyncDisposableStack();
  const { shown, shows, ended, press } = await onTerminal(stack);
  await shows('Press Ctrl-C to stop.');
  const lines = shown().trimEnd().split('\r\n');
  assert.match(
    lines[0] ?? '',
    /^Protean starts\. Checking the settings, the database, the sandbox and the engines/,
  );
  assert.match(lines.at(-2) ?? '', /^Protean is ready at http:\S+ after \d+\.\d s, with \d+ conversions\.$/);
  const [, url = ''] = /^Open (http:\/\/localhost:\d+) in a browser\. /.exec(lines.at(-1) ?? '') ?? [];
  assert.equal((await fetch(url)).status, 200);
  assert.doesNotMatch(shown(), /^\{/m);
  const pressedAt = performance.now();
  press(interrupt);
  assert.equal(await ended, 0);
  assert.ok(performance.now() - pressedAt < 6_000);
  assert.match(shown(), /Stopping within 5 s\. No request is running\. .*\r\nStopped\.\r\n$/s);
});

test('protean serve exits at once on a second Ctrl-C', async () => {
  await using stack = new AsyncDisposableStack();
  const { shown, shows, ended, press } = await onTerminal(stack);
  await shows('Press Ctrl-C to stop.');
  const port = Number(/localhost:(\d+)/.exec(shown())?.[1]);
  // A connection with an incomplete request delays the server's exit by 1 s.
  const half = connect(port, '127.0.0.1').on('error', () => {});
  half.write('GET / HTTP/1.1\r\n');
  await once(half, 'connect');
  press(interrupt);
  await shows('Press Ctrl-C again to stop at once.');
  press(interrupt);
  assert.equal(await ended, 1);
  assert.doesNotMatch(shown(), /Stopped\./);
  half.destroy();
});

test('protean serve writes JSON to a terminal if LOG_FORMAT=json is set', async () => {
  await using stack = new AsyncDisposableStack();
  const { shown, shows, ended, press } = await onTerminal(stack, { LOG_FORMAT: 'json' });
  await shows('ready at');
  press(interrupt);
  assert.equal(await ended, 0);
  for (const line of shown().replaceAll('^C', '').trim().split('\r\n')) assert.ok(JSON.parse(line), line);
});

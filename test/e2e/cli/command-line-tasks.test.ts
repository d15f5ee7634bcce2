/** The tasks in docs/cli.md work as described, with local engines and with a server. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { closing, fixture, temporaryFolder } from '../../support/fixtures.ts';
import { protean, until } from '../../support/server/service.ts';
import { busy, openTestApp } from '../../support/server/test-app.ts';
import { Samples } from '../../samples/samples.ts';

interface Task {
  name: string;
  commands: string;
  /** Output that the docs show below the commands. */
  output: string;
}

const page = await readFile(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
const tasks: Task[] = page.split(/^### /m).flatMap((section) => {
  const [, commands, output] = /^```sh\n([^`]*)```\n\n```text\n([^`]*)```/m.exec(section) ?? [];
  return commands === undefined || output === undefined
    ? []
    : [{ name: section.split('\n', 1)[0] ?? '', commands, output }];
});

const here = fixture(async (stack) => {
  const app = closing(stack, await openTestApp('sqlite'));
  const { key } = await app.customer('hobby', busy);
  const folder = await temporaryFolder(stack);
  // Makes `protean` callable by its name, as in the docs.
  await mkdir(path.join(folder, 'bin'));
  await writeFile(path.join(folder, 'bin/protean'), `#!/bin/sh\nexec '${protean}' "$@"\n`, { mode: 0o755 });
  return { url: app.service.url, key, folder };
});

test('docs/cli.md describes 10 tasks', () => assert.equal(tasks.length, 10));

for (const where of ['on this machine', 'with a server']) {
  describe(`the tasks in docs/cli.md work ${where}`, () => {
    const work = fixture(async (stack) => {
      const dir = await temporaryFolder(stack);
      await writeFiles(dir);
      return { dir };
    });

    for (const { name, commands, output } of tasks) {
      test(`the commands of "${name}" print the documented output`, async () => {
        const { url, key, folder } = here;
        const { PATH, NODE_COMPILE_CACHE } = process.env;
        const server = where === 'with a server' ? { PROTEAN_SERVER: url, PROTEAN_API_KEY: key } : {};
        const typed = commands.replaceAll('http://localhost:8080', url);
        // `detached` starts the commands in their own process group. The test sends SIGINT to this process group, like
        // Ctrl-C.
        const child = spawn('sh', ['-c', `exec 2>&1\n${typed}`], {
          cwd: work.dir,
          env: { PATH: `${folder}/bin:${PATH}`, NODE_COMPILE_CACHE, HOME: work.dir, KEY: key, ...server },
          stdio: ['ignore', 'pipe', 'inherit'],
          detached: true,
        });
        let shown = '';
        child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
        const closed = once(child, 'close');
        if (commands.includes('protean watch')) {
          const leave = () => process.kill(-(child.pid ?? Number.NaN), 'SIGINT');
          await useWatchedFolder(work.dir, () => shown).finally(leave);
        }
        await closed;
        assertShown(shown.replaceAll(url, 'http://localhost:8080'), output);
      });
    }
  });
}

async function writeFiles(dir: string): Promise<void> {
  const samples = new Samples(path.join(dir, '.samples'));
  await mkdir(path.join(dir, 'photos/2024'), { recursive: true });
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 };
  const picture = sharp({
    create: { width: 640, height: 480, channels: 3, background: 'teal', noise },
  }).png();
  for (const name of ['photos/a.png', 'photos/2024/b.png', 'mystery'])
    await picture.toFile(path.join(dir, name));
  await copyFile(await samples.get('docx'), path.join(dir, 'report.docx'));
  const whole = await readFile(path.join(dir, 'report.docx'));
  await writeFile(path.join(dir, 'broken.docx'), whole.subarray(0, whole.length / 2));
  await writeFile(path.join(dir, 'page.html'), '<h1>Title</h1>\n<p>Text</p>\n');
}

/** Puts a file into the watched folder and waits for its result. */
async function useWatchedFolder(dir: string, shown: () => string): Promise<void> {
  await until('the watch to begin', 60_000, () => shown().includes('Watching inbox'));
  await copyFile(path.join(dir, 'report.docx'), path.join(dir, 'inbox/letter.docx'));
  await until('the result', 120_000, () => shown().includes('done/letter.pdf'));
  assert.ok((await stat(path.join(dir, 'done/letter.pdf'))).size > 0);
}

/**
 * Compares lines in any order, because files are converted concurrently. Ignores numbers, because they differ in each
 * run.
 */
function assertShown(shown: string, expected: string): void {
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .replaceAll(/\d+ (bytes|ms|of)\b/g, '# $1')
      .split('\n');
  const lines = linesOf(shown);
  const wanted = linesOf(expected);
  const missing = wanted.filter((line) => line !== '…' && !lines.includes(line));
  assert.deepEqual(missing, [], `not shown, but:\n${shown}`);
  if (!wanted.includes('…')) assert.deepEqual(lines.sort(), wanted.sort());
}

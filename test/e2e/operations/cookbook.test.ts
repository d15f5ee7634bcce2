/** Runs the recipes in docs/api/cookbook.md unchanged and checks that they work as described. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { installClient, photo, runExample, writeVideo } from '../../support/api/example-runs.ts';
import { closing, fixture, temporaryFolder } from '../../support/fixtures.ts';
import { ask, busy, openTestApp } from '../../support/server/test-app.ts';
import { startReceiver } from '../../support/jobs/webhook-receiver.ts';

const here = fixture(async (stack) => {
  const app = closing(stack, await openTestApp('sqlite', { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' }));
  const receiver = stack.use(await startReceiver());
  const dir = await temporaryFolder(stack);
  await installClient(dir);
  await writeFile(path.join(dir, 'photo.png'), await photo());
  writeVideo(path.join(dir, 'video.mov'));
  execFileSync('pandoc', ['-f', 'markdown', '-o', path.join(dir, 'report.docx')], {
    input: '# Report\n\n- one\n',
  });
  const { key } = await app.customer('hobby', busy);
  await ask(app, '/v1/webhooks/secret', { key }, { method: 'POST' });
  return { app, receiver, dir, key };
});

const beginningOf = async (name: string) =>
  (await readFile(path.join(here.dir, name), 'latin1')).slice(0, 12);

/** Functions that check the effects of the programs in the recipes, in the order of the file. */
const effects: [recipe: string, check: (printed: string) => unknown][] = [
  ['Convert a file', async () => assert.match(await beginningOf('photo.webp'), /^RIFF....WEBP/s)],
  [
    'Make it fit',
    async () => {
      assert.match(await beginningOf('photo.jpg'), /^\xff\xd8/);
      assert.ok((await stat(path.join(here.dir, 'photo.jpg'))).size <= 20_000);
    },
  ],
  [
    'Convert many files at once',
    () => {
      const names = execFileSync('bsdtar', ['-tf', path.join(here.dir, 'converted.zip')], {
        encoding: 'utf8',
      });
      assert.deepEqual(names.trim().split('\n').sort(), ['photo.pdf', 'report.json', 'report.pdf']);
    },
  ],
  [
    'Make one PDF of many files',
    () => assert.match(execFileSync('pdfinfo', [path.join(here.dir, 'all.pdf')]).toString(), /^Pages: +2$/m),
  ],
  [
    'Show the first page of a document',
    async () => assert.equal((await sharp(path.join(here.dir, 'report.png')).metadata()).format, 'png'),
  ],
  ['Read the text of a document', (printed) => assert.match(printed, /^# Report\n\n- +one$/m)],
  ['Make a GIF of a part of a video', async () => assert.match(await beginningOf('video.gif'), /^GIF89a/)],
  ['Ask what a file can become', (printed) => assert.match(printed, /"pdf"/)],
  [
    'Convert a large file in a job',
    async (printed) => {
      assert.match(printed, /^100 %$/m);
      assert.match(await beginningOf('video.mp4'), /^....ftyp/s);
    },
  ],
  [
    'Convert a large file in a job',
    async () => {
      await here.receiver.until(1);
      assert.equal(here.receiver.received[0]?.headers['x-service-event'], 'job.completed');
    },
  ],
  [
    'Repeat a request without converting twice',
    async () => assert.match(await beginningOf('photo.webp'), /^RIFF....WEBP/s),
  ],
  ['Change a key without a gap', (printed) => assert.match(printed, /"api_key":"svc_sk_/)],
  ['Read an error', (printed) => assert.match(printed, /^png cannot be converted to mp3\..*\ntrue$/m)],
];

const cookbook = readFileSync(new URL('../../../docs/api/cookbook.md', import.meta.url), 'utf8');
const programs = cookbook.split(/^## /m).flatMap((recipe) => {
  const [title = ''] = recipe.split('\n');
  const blocks = [...recipe.matchAll(/^```(sh|js)\n(.*?)^```$/gms)];
  return blocks.map(([, syntax, code = '']) => ({ title, syntax: syntax as 'sh' | 'js', code }));
});

test('every program in the cookbook has a test', () => {
  assert.deepEqual(
    programs.map(({ title }) => title),
    effects.map(([recipe]) => recipe),
  );
});

for (const [n, program] of programs.entries()) {
  test(`the ${program.syntax} program of the recipe "${program.title}" works`, async () => {
    const { app, receiver, dir, key } = here;
    const printed = await runExample(program, dir, {
      PROTEAN_URL: app.service.url,
      PROTEAN_API_KEY: key,
      WEBHOOK_URL: `${receiver.url}/hook`,
    });
    await effects[n]?.[1](printed);
  });
}

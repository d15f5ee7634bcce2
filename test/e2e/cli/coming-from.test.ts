/** The commands in docs/coming-from.md work when they are copied unchanged. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { photo, runExample, writeVideo } from '../../support/api/example-runs.ts';
import { closing, fixture, temporaryFolder } from '../../support/fixtures.ts';
import { openTestApp } from '../../support/server/test-app.ts';

const here = fixture(async (stack) => {
  const app = closing(stack, await openTestApp('sqlite', { INSTALLATION: 'private' }));
  const dir = await temporaryFolder(stack);
  const file = (name: string) => path.join(dir, name);
  await writeFile(file('photo.png'), await photo());
  writeVideo(file('video.mov'));
  execFileSync('pandoc', ['-f', 'markdown', '-o', file('report.docx')], { input: '# Report\n\ntext\n' });
  await writeFile(file('style.css'), 'p { color: teal }');
  await writeFile(file('index.html'), '<link rel="stylesheet" href="style.css"><p>page</p>');
  return { app, dir, file };
});

const printed = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: here.dir, encoding: 'utf8' });

/** The expected effect of each command, in the order of the docs. */
const effects: readonly [what: string, check: (output: string) => unknown][] = [
  ['converts a document', () => assert.match(printed('pdftotext', 'report.pdf', '-'), /Report\s+text/)],
  ['merges files', () => assert.match(printed('pdfinfo', 'merged.pdf'), /^Pages: +2$/m)],
  [
    'converts a web page with its style sheet to a PDF of the given paper size',
    () => {
      assert.match(printed('pdfinfo', 'page.pdf'), /^Page size: +(419|420)\S* x 59[45]/m);
      assert.match(printed('pdftotext', 'page.pdf', '-'), /page/);
    },
  ],
  ['converts a video', async () => assert.ok((await stat(here.file('video.webm'))).size > 500)],
  [
    'selects, rotates and encrypts pages',
    () => assert.match(printed('pdfinfo', '-upw', 'secret', 'locked.pdf'), /^Page rot: +90$/m),
  ],
  [
    'draws each page as a PNG image',
    () => assert.match(printed('bsdtar', '-tf', 'pages.zip'), /\.png\n.*\.png\n$/),
  ],
  ['creates a job', (output) => assert.match(output, /"status":"(pending|queued|running)"/)],
];

const text = readFileSync(new URL('../../../docs/coming-from.md', import.meta.url), 'utf8');
const commands = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, command = '']) => command).slice(1);

test('docs/coming-from.md contains exactly as many commands as this test file checks', () => {
  assert.equal(commands.length, effects.length);
});

for (const [index, [what, check]] of effects.entries()) {
  test(`command ${index + 1} in docs/coming-from.md ${what}`, async () => {
    const output = await runExample({ syntax: 'sh', code: commands[index] ?? '' }, here.dir, {
      PROTEAN_URL: here.app.service.url,
    });
    await check(output);
  });
}

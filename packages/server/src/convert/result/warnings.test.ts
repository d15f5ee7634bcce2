import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { takeWarnings } from './warnings.ts';

let dir: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-warnings-'));
});

after(() => rm(dir, { recursive: true }));

async function folder(name: string): Promise<{ output: string; file: string }> {
  const output = path.join(dir, name);
  await mkdir(output);
  return { output, file: path.join(output, '.warnings') };
}

test('returns each known warning code once and deletes the warnings file', async () => {
  const { output, file } = await folder('plain');
  await writeFile(file, 'encoding_guessed big5\nencoding_guessed koi8-r\nno_such_code\n');
  assert.deepEqual(await takeWarnings(output), [{ code: 'encoding_guessed', detail: 'koi8-r' }]);
  assert.deepEqual(await readdir(output), []);
});

test('the detail of a warning has at most 120 characters and no forbidden characters', async () => {
  const { output, file } = await folder('characters');
  await writeFile(
    file,
    `content_left_out tables (cells <b>stay</b>)\nfonts_replaced ${'long '.repeat(40)}\n`,
  );
  const [left, long] = await takeWarnings(output);
  assert.deepEqual(left, { code: 'content_left_out', detail: 'tables cells bstay/b' });
  assert.deepEqual([long?.code, long?.detail.length], ['fonts_replaced', 120]);
});

test('reads the type, page and number of matches from a redaction warning', async () => {
  const { output, file } = await folder('matches');
  await writeFile(file, 'redacted 3 word on page 2\tword 2 3;other 0 1\nsecond_engine\t<b>\n');
  const matches = [
    { kind: 'word', page: 2, count: 3 },
    { kind: 'other', count: 1 },
  ];
  assert.deepEqual(await takeWarnings(output), [{ code: 'redacted', detail: '3 word on page 2', matches }]);
});

test('returns no warnings if no warnings file exists', async () => {
  const { output } = await folder('none');
  assert.deepEqual(await takeWarnings(output), []);
});

test('does not read or delete a folder or link that has the name of the warnings file', async () => {
  const [inFolder, byLink] = [await folder('folder'), await folder('link')];
  await mkdir(inFolder.file);
  await writeFile(path.join(dir, 'elsewhere'), 'encoding_guessed\n');
  await symlink(path.join(dir, 'elsewhere'), byLink.file);
  for (const { output } of [inFolder, byLink]) {
    assert.deepEqual(await takeWarnings(output), []);
    assert.deepEqual(await readdir(output), ['.warnings']);
  }
});

/** Tests the thumbnails on the convert page: of pictures, of PDFs, of previews in documents, and of results. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { run } from '../../samples/run.ts';
import { browserFixture, openTool } from '../../support/pages/browser.ts';
import { choose, downloadOf, filesFixture, rowOf, start } from '../../support/pages/convert-page.ts';
import { serviceFixture } from '../../support/fixtures.ts';
import { until } from '../../support/server/service.ts';

const service = serviceFixture({ RATE_OVERRIDES: '{"anonymous":1000,"reading":1000}' });
const chromium = browserFixture();
const files = filesFixture();

const pictureOf = (page: Page, name: string) => rowOf(page, name).locator('.row-icon > img');
const iconOf = (page: Page, name: string) => rowOf(page, name).locator('.row-icon > svg');

/** Waits until the thumbnail of a row is drawn, and returns the width of its picture in pixels. */
async function widthOf(page: Page, name: string): Promise<number> {
  const read = () =>
    pictureOf(page, name).evaluate((image) => (image as { naturalWidth: number }).naturalWidth);
  await until('the thumbnail is drawn', 60_000, async () => (await read()) > 0);
  return read();
}

/** Copies a zip-based sample, adds a preview picture to the copy as `entry`, and returns the path of the copy. */
async function withPreview(ext: string, name: string, entry: string, width: number): Promise<string> {
  const file = await files.copy(ext, name);
  const picture = sharp({ create: { width, height: 40, channels: 3, background: '#c02020' } });
  const content = entry.endsWith('.png') ? picture.png() : picture.jpeg();
  const preview = await files.write(`previews/${name}`, await content.toBuffer());
  const code =
    'import sys, zipfile\n' +
    'with zipfile.ZipFile(sys.argv[1], "a", zipfile.ZIP_DEFLATED) as archive: archive.write(sys.argv[2], sys.argv[3])';
  await run('python3', ['-c', code, file, preview, entry]);
  return file;
}

test('shows thumbnails of chosen pictures, PDFs and documents without uploading the files', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, problems, requests } = opened;
  await choose(page, [
    await files.copy('png', 'photo.png'),
    await withPreview('odt', 'letter.odt', 'Thumbnails/thumbnail.png', 31),
    await withPreview('pptx', 'talk.pptx', 'docProps/thumbnail.jpeg', 32),
    // The sample contains a cover picture.
    await files.copy('epub', 'novel.epub'),
    await files.copy('pdf', 'paper.pdf'),
    await files.write('broken.pdf', '%PDF-1.7\nno pages here\n'),
    await files.copy('docx', 'plain.docx'),
    await files.write('list.json', '[1]'),
  ]);
  assert.ok((await widthOf(page, 'photo.png')) > 0);
  assert.equal(await widthOf(page, 'letter.odt'), 31);
  assert.equal(await widthOf(page, 'talk.pptx'), 32);
  assert.equal(await widthOf(page, 'novel.epub'), 64);
  assert.ok((await widthOf(page, 'paper.pdf')) > 40);
  for (const name of ['plain.docx', 'broken.pdf', 'list.json']) await iconOf(page, name).waitFor();
  assert.deepEqual(
    requests.filter((url) => /convert|detect|uploads/.test(new URL(url).pathname)),
    [],
  );
  assert.deepEqual(problems, []);
});

test('after a text file is converted to PNG, the thumbnail shows the first picture', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, problems } = opened;
  await choose(
    page,
    [await files.write('long.txt', 'A line.\n'.repeat(200)), await files.copy('txt', 'words.txt')],
    'png',
  );
  await iconOf(page, 'long.txt').waitFor();
  await start(page).click();
  for (const name of ['long.txt', 'words.txt']) {
    await downloadOf(page, name).waitFor();
    assert.ok((await widthOf(page, name)) > 100, name);
  }
  assert.match((await downloadOf(page, 'long.txt').getAttribute('download')) ?? '', /\.zip$/);
  assert.deepEqual(problems, []);
});

test('after a document is converted to PDF, shows its first page as the thumbnail', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, problems } = opened;
  await choose(page, await files.copy('docx', 'letter.docx'), 'pdf');
  await iconOf(page, 'letter.docx').waitFor();
  await start(page).click();
  await downloadOf(page, 'letter.docx').waitFor();
  assert.ok((await widthOf(page, 'letter.docx')) > 40);
  assert.deepEqual(problems, []);
});

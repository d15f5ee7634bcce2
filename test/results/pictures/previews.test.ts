/** Tests pictures of document pages in the requested size (contract §4.2). */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { run } from '../../samples/run.ts';
import {
  colouredBook,
  colouredPage,
  colouredSlides,
  colouredText,
  colouredWorkbook,
  coloursOf,
} from '../../support/files/coloured-pages.ts';
import { members, pdfInfo } from '../../support/results/measure.ts';
import { memoize } from '../../support/memoize.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const written: Readonly<Record<string, (file: string) => Promise<void>>> = {
  fodt: (file) => writeFile(file, colouredText()),
  fodp: (file) => writeFile(file, colouredSlides()),
  xlsx: colouredWorkbook,
  epub: colouredBook,
  html: colouredPage,
};

const madeOf: Readonly<Record<string, string>> = {
  ...{ docx: 'fodt', odt: 'fodt', doc: 'fodt', pdf: 'fodt' },
  ...{ pptx: 'fodp', odp: 'fodp' },
  ods: 'xlsx',
};

/** Returns the path of a document with three pages: red, green and blue. */
const document = memoize(async (ext: string): Promise<string> => {
  const from = madeOf[ext];
  if (from) return lab.converted(from, ext, {}, await document(from));
  const file = path.join(lab.dir, `colours.${ext}`);
  await written[ext]?.(file);
  return file;
});

const convert = async (ext: string, target: string, options: OptionValues) =>
  lab.converted(ext, target, options, await document(ext));

async function seen(picture: string): Promise<{ size: (number | undefined)[]; colours: string[] }> {
  const { width, height } = await sharp(picture).metadata();
  return { size: [width, height], colours: await coloursOf(picture) };
}

/** Unpacks a zip of pictures. Returns the paths of the pictures. */
async function unpacked(zip: string): Promise<string[]> {
  const folder = path.dirname(zip);
  await run('/usr/bin/bsdtar', ['-xf', zip, '-C', folder]);
  return (await members(zip)).map((name) => path.join(folder, name));
}

describe('renders the first page of a document', () => {
  for (const ext of ['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods', 'epub', 'pdf', 'html'])
    test(`renders the first page of ${ext} files as a picture 300 pixels wide`, async () => {
      for (const target of ['png', 'jpg', 'webp']) {
        const { size, colours } = await seen(await convert(ext, target, { pages: '1', width: '300' }));
        assert.deepEqual([size[0], colours], [300, ['red']], target);
        const wide = ext === 'pptx' || ext === 'odp';
        assert.equal((size[1] ?? 0) < 300, wide, `${target} has its proportions`);
      }
    });
});

test('renders the page selected by the option "page" or "pages"', async () => {
  for (const options of [{ page: '2' }, { pages: '2' }] as const)
    for (const ext of ['docx', 'pptx', 'html'])
      assert.deepEqual((await seen(await convert(ext, 'png', { ...options, dpi: '40' }))).colours, ['green']);
});

test('renders all or some pages of a document as numbered pictures in a zip', async () => {
  const all = await unpacked(await convert('docx', 'png', { page: 'all', width: '60' }));
  assert.deepEqual(
    all.map((file) => path.basename(file)),
    ['page-1.png', 'page-2.png', 'page-3.png'],
  );
  assert.deepEqual(await Promise.all(all.map(async (file) => (await seen(file)).size[0])), [60, 60, 60]);
  const some = await unpacked(await convert('pptx', 'jpg', { pages: '1,3', height: '90' }));
  const shown = await Promise.all(some.map(seen));
  assert.deepEqual(
    shown.map(({ size, colours }) => [size[1], ...colours]),
    [
      [90, 'red'],
      [90, 'blue'],
    ],
  );
});

test('fits a page\'s picture to the requested width and height as the option "fit" specifies', async () => {
  const a4 = async (options: OptionValues) =>
    (await seen(await convert('docx', 'png', { pages: '1', ...options }))).size;
  const box = { width: '200', height: '200' };
  const [inside, contain, cover, fill] = await Promise.all([
    a4(box),
    a4({ ...box, fit: 'contain' }),
    a4({ ...box, fit: 'cover' }),
    a4({ ...box, fit: 'fill' }),
  ]);
  assert.equal(inside?.[1], 200);
  assert.ok((inside[0] ?? 0) > 130 && (inside[0] ?? 0) < 160, String(inside));
  assert.deepEqual(
    [contain, cover, fill],
    [
      [200, 200],
      [200, 200],
      [200, 200],
    ],
  );
});

test('renders a page at the requested resolution, unless the request also sets a width', async () => {
  const low = await seen(await convert('docx', 'png', { page: '1', dpi: '36' }));
  const high = await seen(await convert('docx', 'png', { page: '1', dpi: '72' }));
  assert.ok(Math.abs((high.size[0] ?? 0) - 2 * (low.size[0] ?? 0)) <= 2);
  assert.equal((await seen(await convert('docx', 'png', { page: '1', dpi: '36', width: '90' }))).size[0], 90);
});

test('converts only the requested pages of a document to pdf', async () => {
  for (const ext of ['docx', 'pptx', 'html'])
    assert.match(await pdfInfo(await convert(ext, 'pdf', { pages: '2-3' })), /^Pages: +2$/m, ext);
});

test('refuses to render a missing page or a picture with too many pixels', async () => {
  for (const [ext, target, options, reason] of [
    ['docx', 'png', { pages: '9' }, 'no_such_page'],
    ['docx', 'png', { page: '9' }, 'no_such_page'],
    ['html', 'png', { pages: '9' }, 'no_such_page'],
    ['docx', 'png', { page: '1', width: '16000' }, 'too_many_pixels'],
    ['docx', 'jpg', { page: '1', width: '16000', height: '16000', fit: 'cover' }, 'too_many_pixels'],
  ] as const) {
    const { status, error } = await lab.send(await document(ext), ext, target, options);
    assert.deepEqual([status, error.details?.['reason']], [400, reason], JSON.stringify(options));
  }
});

test('renders a long web page at the requested width', async () => {
  const { size, colours } = await seen(await convert('html', 'jpg', { width: '300' }));
  assert.equal(size[0], 300);
  assert.deepEqual(colours, ['red', 'green', 'blue']);
  assert.ok((await readFile(await convert('html', 'jpg', { width: '1600' }))).length > 0);
});

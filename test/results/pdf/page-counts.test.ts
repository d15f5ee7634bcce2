/**
 * Tests that a result contains all pages, sheets, frames or fonts of the source, with two exceptions: the request
 * selects a single page, sheet, frame or font, or files of the target format usually contain only one.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { comicPages } from '../../samples/books/ebook.ts';
import { frames, pageCount } from '../../samples/pictures/picture.ts';
import { workbook } from '../../samples/spreadsheets/workbook.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';
import { members, pdfInfo, outputOf } from '../../support/results/measure.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

const lab = await Workbench.open();
const { samples } = lab;

/** Returns the number of pages, frames or files in a result. */
async function count(file: string): Promise<number> {
  const head = (await readFile(file)).subarray(0, 8).toString('latin1');
  if (head.startsWith('PK')) return (await members(file)).length;
  if (head.startsWith('%PDF')) return Number(/^Pages:\s+(\d+)/m.exec(await pdfInfo(file))?.[1]);
  if (head.startsWith('%!PS'))
    return Number(/^%%Pages: (\d+)/m.exec((await readFile(file)).toString('latin1'))?.[1]);
  const pages = await outputOf(magickProgram('identify'), ['-format', '%n\n', file]).catch(() => '1');
  return Number(pages.split('\n')[0]);
}

const paged = await count(await samples.get('pdf'));
const sheets = workbook.length;
const comic = comicPages.length;

/** Source, target, options, and expected number of pages, sheets or frames. */
const rows: readonly (readonly [from: string, to: string, asked: OptionValues, due: number])[] = [
  ...['png', 'jpg', 'webp', 'avif', 'gif', 'svg', 'bmp', 'tiff', 'ppm', 'eps', 'ps'].map(
    (to) => ['pdf', to, {}, paged] as const,
  ),
  ['pdf', 'png', { pages: '2' }, 1],
  ...['png', 'jpg', 'webp', 'gif', 'bmp', 'pdf', 'heic', 'jxl', 'avif', 'qoi', 'psd'].map(
    (to) => ['tiff', to, {}, pageCount] as const,
  ),
  ['tiff', 'png', { page: '2' }, 1],
  ...['csv', 'tsv', 'parquet', 'dbf'].map((to) => ['xlsx', to, {}, sheets] as const),
  ['xlsx', 'csv', { sheet: '2' }, 1],
  ['ods', 'csv', {}, sheets],
  ['sqlite', 'csv', {}, sheets],
  ['gif', 'png', { page: 'all' }, frames.count],
  ['webp', 'jpg', { page: 'all' }, frames.count],
  ['gif', 'png', {}, 1],
  ['gif', 'webp', {}, frames.count],
  ['cbz', 'pdf', {}, comic],
  ['cbr', 'pdf', {}, comic],
  ...['png', 'gif', 'webp'].map((to) => ['cbz', to, {}, comic] as const),
];

describe('results have the expected number of pages, sheets or frames', () => {
  for (const [from, to, asked, due] of rows)
    test(`with the options ${JSON.stringify(asked)}, converts the ${from} sample to ${due} pages, sheets or frames of ${to}`, async () => {
      assert.equal(await count(await lab.converted(from, to, asked)), due);
    });

  for (const [from, to] of [
    ['pptx', 'png'],
    ['odp', 'jpg'],
    ['docx', 'png'],
    ['docx', 'gif'],
    ['docx', 'webp'],
    ['djvu', 'png'],
    ['xps', 'png'],
    ['xps', 'gif'],
    ['xps', 'webp'],
    ['ps', 'png'],
    ['ps', 'tiff'],
  ] as const)
    test(`a ${from} file has the same number of pages in ${to} as in pdf`, async () => {
      const onPaper = await count(await lab.converted(from, 'pdf', {}));
      assert.equal(await count(await lab.converted(from, to, {})), onPaper);
    });
});

test('converts all pages of a DjVu to every picture format', async () => {
  const due = await count(await lab.converted('djvu', 'tiff', {}));
  for (const to of ['png', 'jpg', 'gif', 'webp', 'avif'])
    assert.equal(await count(await lab.converted('djvu', to, {})), due, to);
});

/** Checks the arrangement of pages with poppler: order, rotation, edges, sheets, blank pages, and several files. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { python, run } from '../../../samples/run.ts';
import { members, outputOf, pdfInfo, textOfPages } from '../../results/measure.ts';
import type { Effect, OptionValues, Workbench } from '../../results/workbench.ts';

/**
 * Eight pages of 400 × 600 points with a word and a frame. Page 2 is rotated, page 4 is blank, page 1 has a link to page
 * 6 and a form field, and bookmarks lead to pages 1, 3 and 6.
 */
const eightPages = `
import sys, pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem, String
pdf = pikepdf.new()
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
for n in range(1, 9):
    pdf.add_blank_page(page_size=(400, 600))
    page = pdf.pages[-1].obj
    page.Resources = Dictionary(Font=Dictionary(F=font))
    page.Contents = pdf.make_stream(b'' if n == 4 else b'BT /F 60 Tf 100 300 Td (Page%d) Tj ET 4 w 5 5 390 590 re S' % n)
pdf.pages[1].obj.Rotate = 90
link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([100, 300, 300, 360]), Dest=Array([pdf.pages[5].obj, Name.XYZ, 0, 600, 0]))
field = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String('name'), V=String('typed'), Rect=Array([100, 100, 300, 140]), P=pdf.pages[0].obj))
pdf.pages[0].obj.Annots = Array([pdf.make_indirect(link), field])
pdf.Root.AcroForm = Dictionary(Fields=Array([field]))
with pdf.open_outline() as outline:
    outline.root.extend([OutlineItem('One: start', 0), OutlineItem('Three', 2), OutlineItem('Six', 5)])
pdf.save(sys.argv[1])
`;

async function makeEightPages(lab: Workbench): Promise<string> {
  const file = path.join(lab.dir, 'eight-pages.pdf');
  await python(eightPages, [file]);
  return file;
}

/** Returns the words of each page. Blank pages have none. */
const wordsOfPages = async (file: string): Promise<string[]> =>
  (await textOfPages(file))
    .split('\f')
    .slice(0, -1)
    .map((text) => text.trim().split(/\s+/).sort().join(' '));

const anglesOf = async (file: string) =>
  [...(await outputOf('/usr/bin/pdfinfo', ['-l', '-1', file])).matchAll(/rot: +(\d+)/g)].map(([, angle]) =>
    Number(angle),
  );

/** Unpacks a zip and returns its PDFs by name. */
async function partsOf(lab: Workbench, zip: string): Promise<Map<string, string>> {
  const folder = await mkdtemp(path.join(lab.dir, 'parts-'));
  await run('/usr/bin/bsdtar', ['-xf', zip, '-C', folder]);
  return new Map((await members(zip)).map((name) => [name, path.join(folder, name)]));
}

/** Returns the words of the pages of each part. */
async function wordsOfParts(lab: Workbench, options: OptionValues): Promise<[string, string[]][]> {
  const parts = await partsOf(lab, await lab.converted('pdf', 'pdf', options, await makeEightPages(lab)));
  return Promise.all(
    [...parts].map(async ([name, file]) => [name, await wordsOfPages(file)] as [string, string[]]),
  );
}

/** Returns the rectangle of the first link on page 1, in points from the top left, and its destination. */
async function firstLinkOf(lab: Workbench, file: string): Promise<string> {
  const script = path.join(lab.dir, 'first-link.js');
  await writeFile(script, firstLink);
  return outputOf('/usr/bin/mutool', ['run', script, file]);
}

/** MuPDF 1.25 renamed members of its interface. */
const firstLink = `
var doc = Document.openDocument ? Document.openDocument(scriptArgs[0]) : new Document(scriptArgs[0]);
var link = doc.loadPage(0).getLinks()[0];
print(JSON.stringify(link.getBounds ? link.getBounds() : link.bounds), link.getURI ? link.getURI() : link.uri);
`;

export const pdfPages = (lab: Workbench): readonly Effect[] => [
  {
    shows: ['page_order', 'rotate_pages'],
    description: 'pages have the requested order and angles',
    see: async () => {
      const options: OptionValues = { page_order: '3,1-2,1,8-7', rotate_pages: '90:1;180:3,6' };
      const result = await lab.converted('pdf', 'pdf', options, await makeEightPages(lab));
      assert.deepEqual(await wordsOfPages(result), ['Page3', 'Page1', 'Page2', 'Page1', 'Page8', 'Page7']);
      // Page 2 was already rotated by 90 degrees.
      assert.deepEqual(await anglesOf(result), [90, 0, 270, 0, 0, 180]);
    },
  },
  {
    shows: ['blank_pages'],
    description: 'blank pages are removed, and named in a warning',
    see: async () => {
      const file = await makeEightPages(lab);
      const result = await lab.converted('pdf', 'pdf', { blank_pages: 'remove' }, file);
      assert.deepEqual(
        await wordsOfPages(result),
        [1, 2, 3, 5, 6, 7, 8].map((n) => `Page${n}`),
      );
      const { headers } = await lab.send(file, 'pdf', 'pdf', { blank_pages: 'remove' });
      assert.match(headers.get('x-conversion-warnings') ?? '', /pages_left_out/);
    },
  },
  {
    shows: ['crop'],
    description: 'the edges of upright and rotated pages are cut',
    see: async () => {
      const result = await lab.converted('pdf', 'pdf', { crop: '10,20,30,40' }, await makeEightPages(lab));
      const sizes = await outputOf('/usr/bin/pdfinfo', ['-l', '2', result]);
      const points = [...sizes.matchAll(/Page +\d size: +([\d.]+) x ([\d.]+)/g)].map(([, ...found]) =>
        found.map((value) => Math.round(Number(value))),
      );
      // 60 mm less in width and 40 mm less in height, as the reader sees the page. pdfinfo writes the sizes of pages
      // before their rotation.
      assert.deepEqual(points, [
        [230, 487],
        [287, 430],
      ]);
      const { status, error } = await lab.send(result, 'pdf', 'pdf', { crop: '90' });
      assert.deepEqual([status, error.details?.['reason']], [400, 'nothing_left_of_page']);
    },
  },
  {
    shows: ['nup', 'booklet'],
    description: 'several pages are placed on a sheet, with their links and form fields',
    see: async () => {
      const file = await makeEightPages(lab);
      const four = await lab.converted('pdf', 'pdf', { nup: '4' }, file);
      assert.deepEqual(await wordsOfPages(four), ['Page1 Page2 Page3', 'Page5 Page6 Page7 Page8']);
      assert.match(await pdfInfo(four), /Page size: +400 x 600/);
      // The first page fills the upper left quarter: the link has half its size there.
      assert.match(await firstLinkOf(lab, four), /^\[50,120,150,150\] #page=2&/);
      assert.match(await outputOf('/usr/bin/mutool', ['show', four, 'form']), /Name: \(name\)/);
      const booklet = await lab.converted('pdf', 'pdf', { booklet: 'true' }, file);
      assert.deepEqual(await wordsOfPages(booklet), ['Page1 Page8', 'Page2 Page7', 'Page3 Page6', 'Page5']);
      assert.match(await pdfInfo(booklet), /Page size: +600 x 400/);
    },
  },
  {
    shows: ['split'],
    description: 'the result is divided into files whose names tell their content',
    see: async () => {
      const words = (...numbers: number[]) => numbers.map((n) => (n === 4 ? '' : `Page${n}`));
      assert.deepEqual(await wordsOfParts(lab, { split: '3' }), [
        ['in-1-3.pdf', words(1, 2, 3)],
        ['in-4-6.pdf', words(4, 5, 6)],
        ['in-7-8.pdf', words(7, 8)],
      ]);
      assert.deepEqual(await wordsOfParts(lab, { split: '1-2,5' }), [
        ['in-1-2.pdf', words(1, 2)],
        ['in-5.pdf', words(5)],
      ]);
      assert.deepEqual(await wordsOfParts(lab, { split: 'bookmarks' }), [
        ['01-One start.pdf', words(1, 2)],
        ['02-Three.pdf', words(3, 4, 5)],
        ['03-Six.pdf', words(6, 7, 8)],
      ]);
      assert.deepEqual(await wordsOfParts(lab, { split: 'blank' }), [
        ['in-1-3.pdf', words(1, 2, 3)],
        ['in-5-8.pdf', words(5, 6, 7, 8)],
      ]);
      const small = await wordsOfParts(lab, { split: '1kb' });
      assert.ok(small.length > 1 && small.length < 8, `${small.length} parts`);
      assert.deepEqual(
        small.flatMap(([, pages]) => pages),
        words(1, 2, 3, 4, 5, 6, 7, 8),
      );
    },
  },
];

/**
 * Checks the options that split PDFs, rearrange and crop pages, fill in forms, and set bookmarks and metadata. Poppler,
 * MuPDF and qpdf read the results.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { python, run } from '../../../samples/run.ts';
import { members, outputOf, pdfInfo, size, textOfPages } from '../../results/measure.ts';
import type { Effect, OptionValues, Workbench } from '../../results/workbench.ts';

/**
 * Python program that makes a PDF of ten pages. Each page has a page label and a link. All pages except page 5 also
 * have a word and a form field. Bookmarks point to pages 1, 4, 7 and 10.
 */
const tenPages = `
import sys, pikepdf
from pikepdf import Array, Dictionary, Name, String
pdf = pikepdf.new()
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
for n in range(10):
    pdf.add_blank_page(page_size=(300, 400))
pages = [page.obj for page in pdf.pages]
fields = []
for n, page in enumerate(pages):
    page.Resources = Dictionary(Font=Dictionary(F=font))
    page.Contents = pdf.make_stream(b'BT /F 20 Tf 60 300 Td (page%d) Tj ET' % (n + 1) if n != 4 else b'')
    link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([50, 50, 90, 80]), Border=Array([0, 0, 0]), Dest=String('place%d' % (10 - n)))
    fields.append(pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String('field%d' % (n + 1)), Rect=Array([50, 100, 150, 120]), DA=String('/F 10 Tf 0 g'))))
    page.Annots = Array([pdf.make_indirect(link)] + ([fields[-1]] if n != 4 else []))
pdf.Root.AcroForm = Dictionary(Fields=Array(fields), DA=String('/F 10 Tf 0 g'), DR=Dictionary(Font=Dictionary(F=font)))
names = sorted('place%d' % (n + 1) for n in range(10))
pdf.Root.Names = Dictionary(Dests=Dictionary(Names=Array([one for name in names for one in (String(name), Array([pages[int(name[5:]) - 1], Name.Fit]))])))
pdf.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.r), 2, Dictionary(S=Name.D)]))
with pdf.open_outline() as outline:
    outline.root.extend(pikepdf.OutlineItem('Chapter %d' % (n // 3 + 1), n) for n in (0, 3, 6, 9))
pdf.save(sys.argv[1])
`;

async function makeTenPages(lab: Workbench): Promise<string> {
  const file = path.join(lab.dir, 'ten.pdf');
  await python(tenPages, [file]);
  return file;
}

const bookmarksOf = async (file: string): Promise<string[]> =>
  [
    ...(await outputOf('/usr/bin/mutool', ['show', file, 'outline'])).matchAll(/"([^"]*)"\s+#page=(\d+)/g),
  ].map(([, title, page]) => `${title} ${page}`);

/** Returns the text of each page, without white space. */
const pagesOf = async (file: string): Promise<string[]> =>
  (await textOfPages(file))
    .split('\f')
    .slice(0, -1)
    .map((text) => text.replace(/\s+/g, ''));

/**
 * Splits a PDF, and unpacks the zip with the parts. Resolves with a map from the file name of each part to its path.
 */
export async function partsOf(lab: Workbench, file: string, split: string): Promise<Map<string, string>> {
  const answer = await lab.send(file, 'pdf', 'pdf', { split });
  assert.equal(answer.status, 200, answer.error.message);
  const zip = path.join(lab.dir, `split-${split.replace(/\W/g, '-')}`);
  await run(
    '/bin/sh',
    ['-c', 'mkdir "$1" && cat > "$1/all.zip" && cd "$1" && bsdtar -xf all.zip', 'sh', zip],
    {
      input: answer.body,
    },
  );
  const names = await members(`${zip}/all.zip`);
  return new Map(names.map((name) => [name, path.join(zip, name)]));
}

export const pdfPages = (lab: Workbench): readonly Effect[] => [
  {
    shows: ['split'],
    description: 'a PDF is split by page ranges, number of pages, bookmarks, blank pages or file size',
    see: async () => {
      const file = await makeTenPages(lab);
      const ranges = await partsOf(lab, file, '1-3,9-last');
      assert.deepEqual([...ranges.keys()], ['in-01-03.pdf', 'in-09-10.pdf']);
      const last = ranges.get('in-09-10.pdf') ?? '';
      assert.deepEqual(await pagesOf(last), ['page9', 'page10']);
      assert.deepEqual(await bookmarksOf(last), ['Chapter 4 2']);
      // A part must not contain content of pages that are not in its range.
      const content = await outputOf('/usr/bin/qpdf', ['--qdf', '--object-streams=disable', last, '-']);
      assert.doesNotMatch(content, /\(page1\)|\(field1\)|\(place1\)/);
      assert.match(content, /\(field9\)/);
      assert.deepEqual([...(await partsOf(lab, file, 'every:4')).keys()].length, 3);
      assert.deepEqual(
        [...(await partsOf(lab, file, 'bookmarks')).keys()],
        ['01-Chapter-1.pdf', '02-Chapter-2.pdf', '03-Chapter-3.pdf', '04-Chapter-4.pdf'],
      );
      assert.deepEqual(
        [...(await partsOf(lab, file, 'blank_pages')).keys()],
        ['in-01-04.pdf', 'in-06-10.pdf'],
      );
      const small = await partsOf(lab, file, 'size:1.2kb');
      assert.ok(small.size > 1);
      for (const part of small.values()) assert.ok((await readFile(part)).length <= 1200);
    },
  },
  {
    shows: ['page_order'],
    description: 'PDF pages are reordered, repeated and removed, and bookmarks follow their pages',
    see: async () => {
      const file = await makeTenPages(lab);
      const ordered = await lab.converted('pdf', 'pdf', { page_order: '3,1-2,last-9,3' }, file);
      assert.deepEqual(await pagesOf(ordered), ['page3', 'page1', 'page2', 'page10', 'page9', 'page3']);
      assert.deepEqual(await bookmarksOf(ordered), ['Chapter 1 2', 'Chapter 4 4']);
      const rest = await lab.converted('pdf', 'pdf', { page_order: '!1,!3-last' }, file);
      assert.deepEqual(await pagesOf(rest), ['page2']);
    },
  },
  {
    shows: ['rotate_pages'],
    description: 'only the listed pages of a PDF are rotated, each by the requested angle',
    see: async () => {
      const options = { rotate_pages: '90:1,3-4;180:2' };
      const turned = await lab.converted('pdf', 'pdf', options, await makeTenPages(lab));
      const info = await outputOf('/usr/bin/pdfinfo', ['-l', '5', turned]);
      const turns = [...info.matchAll(/Page +\d+ rot: +(\d+)/g)].map(([, angle]) => Number(angle));
      assert.deepEqual(turns, [90, 180, 90, 90, 0]);
    },
  },
  {
    shows: ['remove_blank_pages'],
    description: 'blank pages of a PDF are removed on request',
    see: async () => {
      const result = await lab.converted(
        'pdf',
        'pdf',
        { remove_blank_pages: 'true' },
        await makeTenPages(lab),
      );
      assert.equal((await pagesOf(result)).length, 9);
    },
  },
  {
    shows: ['crop'],
    description: 'PDF pages are cropped by a margin or to a box',
    see: async () => {
      const file = await makeTenPages(lab);
      const sizeOf = async (crop: string) =>
        /Page size: +([\d.]+) x ([\d.]+)/
          .exec(await pdfInfo(await lab.converted('pdf', 'pdf', { crop }, file)))
          ?.slice(1)
          .map((points) => Math.round((Number(points) / 72) * 25.4));
      assert.deepEqual(await sizeOf('10'), [
        Math.round((300 / 72) * 25.4) - 20,
        Math.round((400 / 72) * 25.4) - 20,
      ]);
      assert.deepEqual(await sizeOf('5,10,50,60'), [50, 60]);
    },
  },
  {
    shows: ['nup', 'booklet', 'paper'],
    description: 'PDF pages are combined on sheets, arranged as a booklet, or scaled to a paper size',
    see: async () => {
      const file = await makeTenPages(lab);
      const sheets = async (options: OptionValues) => {
        const result = await lab.converted('pdf', 'pdf', options, file);
        const [, width, height] = /Page size: +([\d.]+) x ([\d.]+)/.exec(await pdfInfo(result)) ?? [];
        return { pages: await pagesOf(result), width: Number(width), height: Number(height), result };
      };
      const four = await sheets({ nup: '4' });
      assert.deepEqual([four.pages.length, four.width, four.height], [3, 300, 400]);
      assert.equal(four.pages[0], 'page1page2page3page4');
      assert.deepEqual((await bookmarksOf(four.result)).at(-1), 'Chapter 4 3');
      const booklet = await sheets({ booklet: 'true' });
      assert.deepEqual([booklet.pages.length, booklet.width], [6, 600]);
      assert.deepEqual(booklet.pages.slice(0, 3), ['page1', 'page2', 'page10page3']);
      const paper = await sheets({ paper: 'a4' });
      assert.deepEqual([paper.pages.length, Math.round(paper.width)], [10, 595]);
    },
  },
  {
    shows: ['form', 'flatten'],
    description:
      'PDF form fields are filled in and can be flattened, and unknown fields or wrong values are refused',
    see: async () => {
      const file = await makeTenPages(lab);
      const form = JSON.stringify({ field1: 'Zoë 日本', field2: 'два' });
      const filled = await lab.converted('pdf', 'pdf', { form }, file);
      assert.match((await pagesOf(filled))[0] ?? '', /Zoë日本/);
      const flat = await lab.converted('pdf', 'pdf', { form, flatten: 'true' }, file);
      assert.match((await pagesOf(flat))[1] ?? '', /два/);
      assert.match(await pdfInfo(flat), /^Form: +none/m);
      await run('/usr/bin/mutool', ['draw', '-q', '-r', '36', '-o', `${flat}.png`, flat, '1']);
      assert.equal(await size(`${flat}.png`), '150x200');
      for (const wrong of [{ nobody: 'x' }, { field1: ['x'] }]) {
        const { error } = await lab.send(file, 'pdf', 'pdf', { form: JSON.stringify(wrong) });
        assert.match(String(error.details?.['reason']), /no_such_field|wrong_field_value/);
      }
    },
  },
  {
    shows: ['bookmarks'],
    description: 'the bookmarks of a PDF are replaced by the given list',
    see: async () => {
      const bookmarks = JSON.stringify([{ title: '日本', page: 2, children: [{ title: 'Inner', page: 3 }] }]);
      const result = await lab.converted('pdf', 'pdf', { bookmarks }, await makeTenPages(lab));
      assert.deepEqual(await bookmarksOf(result), ['日本 2', 'Inner 3']);
      const { status } = await lab.send(result, 'pdf', 'pdf', { bookmarks: '[{"title":1}]' });
      assert.equal(status, 400);
    },
  },
  {
    shows: ['set_title', 'set_author', 'set_subject', 'set_keywords', 'set_language'],
    description: 'a PDF gets the given title, author, subject, keywords and language',
    see: async () => {
      const set: OptionValues = {
        set_title: 'Über',
        set_author: 'Ada',
        set_subject: 'Tests',
        set_keywords: 'a, b',
        set_language: 'de-AT',
      };
      const result = await lab.converted('pdf', 'pdf', set);
      const info = await pdfInfo(result);
      for (const line of [/Title: +Über/, /Author: +Ada/, /Subject: +Tests/, /Keywords: +a, b/])
        assert.match(info, line);
      assert.match(await outputOf('/usr/bin/pdfinfo', ['-meta', result]), /Über/);
      assert.match(await outputOf('/usr/bin/mutool', ['show', result, 'trailer/Root/Lang']), /de-AT/);
    },
  },
];

/**
 * Checks stamps, page headers and footers, and Bates numbers (serial numbers of pages). Poppler reads the results,
 * because Protean uses another program to write them.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { python, run } from '../../../samples/run.ts';
import { outputOf, pdfInfo, pixel, size, textOfPages } from '../../results/measure.ts';
import type { Effect, OptionValues, Workbench } from '../../results/workbench.ts';

/**
 * Python program that makes a PDF of six pages of 400 × 600 points, each with a word. The first four pages differ in
 * rotation, the fifth page is cropped, and the sixth page is scaled (`UserUnit`).
 */
const oddPages = `
import sys, pikepdf
from pikepdf import Array, Dictionary, Name
pdf = pikepdf.new()
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
shared = pdf.make_indirect(Dictionary(Font=Dictionary(F=font)))
for n in range(6):
    pdf.add_blank_page(page_size=(400, 600))
    page = pdf.pages[-1].obj
    page.Resources = shared
    # The content changes the scale of the page and does not restore it. Stamps must still have the right size.
    page.Contents = pdf.make_stream(b'0.1 0 0 0.1 0 0 cm BT /F 140 Tf 1900 3000 Td (body%d) Tj ET' % n)
    page.Rotate = [0, 90, 180, 270, 0, 0][n]
pdf.pages[4].obj.CropBox = Array([100, 200, 400, 600])
pdf.pages[5].obj.UserUnit = 2
pdf.save(sys.argv[1])
`;

/** Numbers of the pages that are rotated by 90 or 270 degrees. */
const turnedPages = [2, 4];

interface Word {
  page: number;
  /** Centre of the word, as fractions of the width and the height of the page. */
  x: number;
  y: number;
  text: string;
}

/**
 * Returns the words that poppler finds. The positions of the words refer to the page as a viewer shows the page:
 * cropped and rotated.
 */
async function wordsOf(file: string): Promise<Word[]> {
  const markup = await outputOf('/usr/bin/pdftotext', ['-cropbox', '-bbox', file, '-']);
  return markup.split('<page ').flatMap((part, page) => {
    const sizes = [...part.matchAll(/(?:width|height)="([\d.]+)"/g)].map(([, n]) => Number(n));
    // pdftotext reports the size of a page before its rotation, but the positions of words after the rotation.
    const [width = 1, height = 1] = turnedPages.includes(page) ? sizes.reverse() : sizes;
    const words = part.matchAll(
      /xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g,
    );
    return [...words].map(([, ...found]) => {
      const [left = 0, top = 0, right = 0, bottom = 0] = found.map(Number);
      return { page, x: (left + right) / 2 / width, y: (top + bottom) / 2 / height, text: found[4] ?? '' };
    });
  });
}

async function makeOddPages(lab: Workbench): Promise<string> {
  const file = path.join(lab.dir, 'odd-pages.pdf');
  await python(oddPages, [file]);
  return file;
}

/** Returns whether a pixel of page `page` is not white. `x` and `y` are fractions of the page's width and height. */
async function isInked(file: string, page: number, [x, y]: readonly [number, number]): Promise<boolean> {
  const stem = `${file}-${page}`;
  await run('/usr/bin/pdftoppm', [
    '-png',
    '-cropbox',
    '-r',
    '72',
    '-f',
    `${page}`,
    '-singlefile',
    file,
    stem,
  ]);
  const [width = 0, height = 0] = (await size(`${stem}.png`)).split('x').map(Number);
  return !/^(white|srgb\(255,255,255\)|gray\(255\))$/.test(
    await pixel(`${stem}.png`, Math.floor(width * x), Math.floor(height * y)),
  );
}

export const pdfStamps = (lab: Workbench): readonly Effect[] => [
  {
    shows: ['stamp_text', 'stamp_position'],
    description: 'a text is stamped upright at the requested position on rotated, cropped and scaled pages',
    see: async () => {
      const file = await makeOddPages(lab);
      const places: Record<string, [number, number]> = {
        center: [0.5, 0.5],
        'top-left': [0.2, 0.1],
        'bottom-right': [0.8, 0.9],
      };
      for (const [position, [x, y]] of Object.entries(places)) {
        const options: OptionValues = { stamp_text: 'DRAFT', stamp_position: position, stamp_size: '30' };
        const stamped = (await wordsOf(await lab.converted('pdf', 'pdf', options, file))).filter(
          ({ text }) => text === 'DRAFT',
        );
        assert.deepEqual(
          stamped.map(({ page }) => page),
          [1, 2, 3, 4, 5, 6],
        );
        for (const word of stamped) {
          assert.ok(Math.abs(word.x - x) < 0.06, `${position}: ${JSON.stringify(word)}`);
          assert.ok(Math.abs(word.y - y) < 0.08, `${position}: ${JSON.stringify(word)}`);
        }
      }
    },
  },
  {
    shows: ['stamp_size', 'stamp_rotation', 'stamp_colour', 'stamp_opacity'],
    description: 'a stamp has the requested size, rotation, colour and opacity',
    see: async () => {
      const file = await makeOddPages(lab);
      const options: OptionValues = { stamp_text: '████', stamp_size: '80', stamp_colour: 'red' };
      const level = await lab.converted('pdf', 'pdf', options, file);
      // Checks one position after the other, because each call renders the page to the same file.
      for (const [x, inked] of [
        [0.2, true],
        [0.8, true],
        [0.02, false],
      ] as const)
        assert.equal(await isInked(level, 1, [x, 0.5]), inked, `at ${x}`);
      const risen = await lab.converted('pdf', 'pdf', { ...options, stamp_rotation: '-45' }, file);
      assert.deepEqual(
        [await isInked(risen, 1, [0.7, 0.37]), await isInked(risen, 1, [0.3, 0.37])],
        [true, false],
      );
      assert.match(await pixel(`${level}-1.png`, 100, 300), /^(red|srgb\(255,0,0\))$/);
      const pale = await lab.converted('pdf', 'pdf', { ...options, stamp_opacity: '50' }, file);
      assert.ok(await isInked(pale, 1, [0.25, 0.5]));
      assert.match(await pixel(`${pale}-1.png`, 100, 300), /^srgb\(255,12[78],12[78]\)$/);
    },
  },
  {
    shows: ['stamp_pages', 'stamp_layer'],
    description:
      'only the requested PDF pages are stamped, and a stamp is drawn behind the page content if requested',
    see: async () => {
      const file = await makeOddPages(lab);
      const options: OptionValues = { stamp_text: '████', stamp_size: '90', stamp_pages: '1,3-4' };
      const above = await lab.converted('pdf', 'pdf', options, file);
      const pages = [
        ...new Set((await wordsOf(above)).filter(({ text }) => text === '████').map(({ page }) => page)),
      ];
      assert.deepEqual(pages, [1, 3, 4]);
      const behind = await lab.converted('pdf', 'pdf', { ...options, stamp_layer: 'behind' }, file);
      const black = async (result: string) => {
        await run('/usr/bin/pdftoppm', ['-png', '-r', '72', '-singlefile', result, result]);
        return outputOf('/usr/bin/python3', ['-c', countBlack, `${result}.png`]);
      };
      assert.equal(await black(above), '0\n');
      assert.ok(Number(await black(behind)) > 20);
      const { status, error } = await lab.send(file, 'pdf', 'pdf', { stamp_text: 'x', stamp_pages: '7' });
      assert.deepEqual([status, error.details?.['reason']], [400, 'no_such_page']);
      const alone = await lab.send(file, 'pdf', 'pdf', { stamp_pages: '1' });
      assert.deepEqual([alone.status, alone.error.details?.['field']], [400, 'stamp_pages']);
    },
  },
  {
    shows: ['page_header', 'page_footer'],
    description:
      'headers and footers of PDF pages have a left, a centre and a right part, and their placeholders are replaced by values',
    see: async () => {
      const options: OptionValues = {
        page_header: '{name}|{title}|{date}',
        page_footer: 'Page-{page}-of-{pages}',
      };
      const words = await wordsOf(await lab.converted('pdf', 'pdf', options, await makeOddPages(lab)));
      for (const page of [1, 2, 3, 4, 5, 6]) {
        const on = words.filter((word) => word.page === page);
        const ofText = (text: RegExp) => on.find((word) => text.test(word.text));
        const [left, centre, right] = [/^in\.pdf$/, /^in$/, /^20\d\d-\d\d-\d\d$/].map(ofText);
        assert.ok(left && centre && right, JSON.stringify(on));
        assert.ok(left.x < 0.35 && Math.abs(centre.x - 0.5) < 0.02 && right.x > 0.65, JSON.stringify(on));
        for (const word of [left, centre, right]) assert.ok(word.y < 0.12, JSON.stringify(word));
        const footer = ofText(new RegExp(`^Page-${page}-of-6$`));
        assert.ok(footer && footer.y > 0.88 && Math.abs(footer.x - 0.5) < 0.02, JSON.stringify(on));
      }
    },
  },
  {
    shows: ['bates'],
    description: 'Bates numbers increase by 1 per page, and have at least as many digits as the first number',
    see: async () => {
      const file = await makeOddPages(lab);
      const numbers = async (options: OptionValues) =>
        (await wordsOf(await lab.converted('pdf', 'pdf', options, file))).filter(({ text }) =>
          text.startsWith('ACME'),
        );
      const alone = await numbers({ bates: 'ACME098' });
      assert.deepEqual(
        alone.map(({ text }) => text),
        ['ACME098', 'ACME099', 'ACME100', 'ACME101', 'ACME102', 'ACME103'],
      );
      assert.ok(
        alone.every(({ x, y }) => x > 0.7 && y > 0.88),
        JSON.stringify(alone),
      );
      const placed = await numbers({ bates: 'ACME1', page_header: '{bates}||' });
      assert.ok(
        placed.length === 6 && placed.every(({ x, y }) => x < 0.3 && y < 0.12),
        JSON.stringify(placed),
      );
    },
  },
  {
    shows: ['stamp_text'],
    description:
      'stamps in any script keep their letters, and documents that are converted to PDF are stamped too',
    see: async () => {
      const text = 'Entwurf مسودة 草稿 मसौदा Черновик';
      const result = await lab.converted('docx', 'pdf', { stamp_text: text, stamp_layer: 'behind' });
      const read = (await textOfPages(result)).normalize('NFKC');
      for (const word of ['Entwurf', '草稿', 'Черновик']) assert.match(read, new RegExp(word));
      for (const letter of [...'مسودة', ...'मसद']) assert.ok(read.includes(letter), letter);
      assert.doesNotMatch(await outputOf('/usr/bin/pdffonts', [result]), / no {2,}\w+ +\w+ +\d/);
      const archived = await lab.converted('docx', 'pdf', {
        stamp_text: text,
        pdfa: '2b',
        page_footer: '{page}',
      });
      assert.match(await pdfInfo(archived), /^PDF version:\s+1\.7$/m);
    },
  },
];

const countBlack = `
import sys
from PIL import Image
picture = Image.open(sys.argv[1]).convert('L')
print(sum(picture.histogram()[:60]))
`;

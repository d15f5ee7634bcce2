/**
 * Checks the results of the option `compare`, which compares two PDFs: differing words as JSON, pictures of the
 * differences in a zip, and a PDF that shows both versions of a page on one sheet.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { python, run } from '../../../samples/run.ts';
import { members, memberText, outputOf, pixel, size, textOfPages } from '../../results/measure.ts';
import type { Effect, Workbench } from '../../results/workbench.ts';

/**
 * A Python program that writes two PDFs. The input of the program lists the words of each page. For the word `SQUARE`,
 * the program draws a square.
 */
const twoFiles = `
import json, sys
from reportlab.pdfgen import canvas
for file, pages in zip(sys.argv[1:3], json.loads(sys.argv[3])):
    drawn = canvas.Canvas(file, pagesize=(300, 400), invariant=1)
    for words in pages:
        for n, word in enumerate(words):
            if word == 'SQUARE':
                drawn.rect(200, 50, 40, 40, fill=1)
            else:
                drawn.drawString(40, 350 - 20 * n, word)
        drawn.showPage()
    drawn.save()
`;

export interface Differences {
  equal: boolean;
  pages: { before: number; after: number };
  differing_pages: { before?: number; after?: number; areas?: Record<string, number>[] }[];
  words: Record<'before' | 'after', { page: number; text: string; boxes: object[] } | undefined>[];
}

type Pages = readonly (readonly string[])[];

/**
 * Writes two versions of a PDF. Returns the path of the first version, and the second version as a value of the option
 * `compare`.
 */
export async function twoVersions(dir: string, before: Pages, after: Pages) {
  const files = ['before', 'after'].map((name) => path.join(dir, `${name}.pdf`)) as [string, string];
  await python(twoFiles, [...files, JSON.stringify([before, after])]);
  const compare = new File([new Uint8Array(await readFile(files[1]))], 'after.pdf');
  return { file: files[0], compare };
}

const before: Pages = [['First page'], ['Second page', 'old word'], ['Third page'], ['Fourth page']];
const after: Pages = [
  ['First page'],
  ['Second page', 'new word'],
  ['Inserted page'],
  ['Third page', 'SQUARE'],
  ['Fourth page'],
];

const differencesIn = (text: string) => JSON.parse(text) as Differences;

export const pdfComparisons = (lab: Workbench): readonly Effect[] => [
  {
    shows: ['compare'],
    description:
      'differences of two PDFs become a list of words in JSON, pictures in a zip, or marked pages in a PDF',
    see: async () => {
      const { file, compare } = await twoVersions(lab.dir, before, after);
      assertFound(
        differencesIn(await readFile(await lab.converted('pdf', 'json', { compare }, file), 'utf8')),
      );
      const zip = await lab.converted('pdf', 'zip', { compare }, file);
      assert.deepEqual(await members(zip), [
        '1-before-2-after-2.png',
        '2-after-3.png',
        '3-before-3-after-4.png',
        'differences.json',
      ]);
      assertFound(differencesIn(await memberText(zip, 'differences.json')));
      assert.equal((await lab.pages('pdf', 'png', { compare }, file)).length, 3);
      await assertSheets(lab, file, compare);
    },
  },
];

function assertFound({ equal, pages, differing_pages: differing, words }: Differences): void {
  assert.deepEqual([equal, pages], [false, { before: 4, after: 5 }]);
  assert.deepEqual(
    differing.map((one) => [one.before, one.after]),
    [
      [2, 2],
      [undefined, 3],
      [3, 4],
    ],
  );
  assert.deepEqual(
    words.map((one) => [one.before?.text, one.before?.page, one.after?.text, one.after?.page]),
    [
      ['old', 2, 'new', 2],
      [undefined, undefined, 'Inserted page', 3],
    ],
  );
  // The square is at 200 to 240 points from the left, and 310 to 350 from the top.
  const [square] = differing[2]?.areas ?? [];
  const { left = 0, top = 0, width = 0, height = 0 } = square ?? {};
  assert.ok(Math.abs(left - 200) <= 8 && Math.abs(top - 310) <= 8, JSON.stringify(square));
  assert.ok(width >= 40 && width <= 56 && height >= 40 && height <= 56, JSON.stringify(square));
}

async function assertSheets(lab: Workbench, file: string, compare: File): Promise<void> {
  const sheets = await lab.converted('pdf', 'pdf', { compare }, file);
  const [first = '', second = ''] = (await textOfPages(sheets)).split('\f');
  for (const words of [/old/, /new/, /in\.pdf – 2/, /after\.pdf – 2/]) assert.match(first, words);
  assert.doesNotMatch(second, /Third/);
  // The removed word has a red background, and the added word a green background.
  await run('/usr/bin/mutool', ['draw', '-q', '-r', '72', '-o', `${sheets}.png`, sheets, '1']);
  assert.equal(await size(`${sheets}.png`), '612x428');
  const words = await outputOf('/usr/bin/pdftotext', ['-bbox', '-l', '1', sheets, '-']);
  for (const [word, isMarked] of [
    ['old', (red: number, green: number) => red - green > 60],
    ['new', (red: number, green: number) => green - red > 60],
  ] as const) {
    const [, left = 0, top = 0] = (
      new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)"[^>]*>${word}<`).exec(words) ?? []
    ).map(Number);
    const colour = await pixel(`${sheets}.png`, Math.ceil(left) + 1, Math.ceil(top) + 1);
    const [red = 0, green = 0] = (/\((\d+),(\d+)/.exec(colour)?.slice(1) ?? []).map(Number);
    assert.ok(isMarked(red, green), `${word}: ${colour}`);
  }
}

/** Emoji sequences in documents are drawn in colour, and the PDF has all glyph programs. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { outputOf } from '../../support/results/measure.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

/**
 * A single emoji, joined emoji, a skin tone, flags made of letters or tags, and a keycap. Then text characters with the
 * emoji selector, and characters that are emoji by default. Noto draws families in grey.
 */
const sequences = [
  ...['😀', '👩‍🚀', '🏳️‍🌈', '👍🏽', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣'],
  ...['❤️', '☺️', '☀️', '☎️', '♥️', 'ℹ️', '❤️‍🔥', '☝️'],
  ...['⭐', '❌', '⚡'],
];

/** Counts the bands of coloured pixel rows on all pages. White or black rows separate the bands. */
const bands = `
import sys
from PIL import Image, ImageChops
count = 0
for name in sys.argv[1:]:
    red, green, blue = Image.open(name).convert('RGB').split()
    spread = ImageChops.subtract(ImageChops.lighter(red, blue), ImageChops.darker(red, blue))
    was = False
    for row in range(spread.height):
        coloured = spread.crop((0, row, spread.width, row + 1)).getextrema()[1] > 60
        count += coloured and not was
        was = coloured
print(count)`;

const lines = sequences.flatMap((one) => ['a', one]);
const headings = sequences.map((one) => `# ${one}\n\na`).join('\n\n');

for (const [through, source] of [
  [['txt'], lines.join('\n')],
  [['md', 'docx', 'odt'], headings],
  [['md', 'pptx', 'odp'], headings],
  [['csv', 'xlsx', 'ods'], lines.join('\n')],
] as const)
  test(`draws every emoji sequence in colour through ${through.join(' → ')} → pdf`, async () => {
    let file = path.join(lab.dir, `emoji.${through[0]}`);
    await writeFile(file, source);
    for (const [n, to] of [...through.slice(1), 'pdf'].entries())
      file = await lab.converted(through[n] ?? '', to, {}, file);
    const folder = path.dirname(file);
    const { stderr } = await run('/usr/bin/pdftoppm', ['-r', '72', '-png', file, path.join(folder, 'page')]);
    assert.equal(stderr, '', 'no glyph without a program');
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.png'));
    const files = pages.map((name) => path.join(folder, name));
    assert.equal(await coloured(files), sequences.length);
  });

async function coloured(pictures: readonly string[]): Promise<number> {
  return Number(await outputOf('/usr/bin/python3', ['-c', bands, ...pictures]));
}

for (const [source, target] of [
  ['docx', 'png'],
  ['docx', 'jpg'],
  ['pptx', 'png'],
  ['xlsx', 'jpg'],
] as const)
  test(`draws an emoji with a selector in colour from ${source} to ${target}`, async () => {
    const from = source === 'xlsx' ? 'csv' : 'md';
    const file = path.join(lab.dir, `one.${from}`);
    await writeFile(file, from === 'csv' ? 'a ❤️ b,1\n' : 'a ❤️ b\n');
    const document = await lab.converted(from, source, {}, file);
    assert.equal(await coloured([await lab.converted(source, target, {}, document)]), 1);
  });

/** A formula, a header, a text box and a chart title, each with emoji. The chart is far below the cells. */
const workbook = `
import sys, openpyxl
from openpyxl.chart import BarChart, Reference
book = openpyxl.Workbook()
sheet = book.active
sheet['A1'], sheet['A3'], sheet['A5'] = '☺️', '="sum "&A1', 5
sheet['A5'].number_format = '"☎️" 0'
sheet.oddHeader.center.text = 'head ❤️'
chart = BarChart()
chart.title = 'title 😀'
chart.add_data(Reference(sheet, min_col=1, min_row=5, max_row=5))
# Coloured bars, and labels of the axis with the cell's emoji, would be counted too.
chart.series[0].graphicalProperties.solidFill = '808080'
chart.legend, chart.y_axis.delete = None, True
chart.graphical_properties = openpyxl.chart.shapes.GraphicalProperties(noFill=True)
sheet.add_chart(chart, 'A10')
book.save(sys.argv[1])`;

test('draws emoji in formulas, number formats, headers and chart titles in colour', async () => {
  const file = path.join(lab.dir, 'places.xlsx');
  await outputOf('/usr/bin/python3', ['-c', workbook, file]);
  const pdf = await lab.converted('xlsx', 'pdf', {}, file);
  await run('/usr/bin/pdftoppm', ['-r', '72', '-H', '330', '-png', '-singlefile', pdf, `${pdf}-page`]);
  assert.equal(await coloured([`${pdf}-page.png`]), 5);
  const text = await outputOf('/usr/bin/pdftotext', ['-layout', pdf, '-']);
  for (const shown of ['☺️', '☎️', '❤️', '😀']) assert.ok(text.includes(shown), shown);
});

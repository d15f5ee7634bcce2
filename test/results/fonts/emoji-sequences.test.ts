/** Emoji sequences in documents are drawn in colour, and the PDF contains every glyph that it uses. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { writeOpenDocumentChart, writeWordChart } from '../../samples/traits/chart-documents.ts';
import { chartReference, chartType, drawingChart, type ChartOf } from '../../samples/traits/charts.ts';
import { graphic, writeSlides } from '../../samples/traits/slides-package.ts';
import { outputOf } from '../../support/results/measure.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

/**
 * Emoji sequences. The first row has a single emoji, joined emoji, a skin tone, flags made of letters or tags, and a
 * keycap. In the second row, an emoji selector turns text characters into emoji. The third row has characters that are
 * emoji by default. Emoji of families are omitted, because Noto draws them in grey, and the test counts coloured rows.
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
  test(`draws every emoji sequence in colour after the conversions ${through.join(' → ')} → pdf`, async () => {
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
  test(`draws an emoji with a variation selector in colour when ${source} is converted to ${target}`, async () => {
    const from = source === 'xlsx' ? 'csv' : 'md';
    const file = path.join(lab.dir, `one.${from}`);
    await writeFile(file, from === 'csv' ? 'a ❤️ b,1\n' : 'a ❤️ b\n');
    const document = await lab.converted(from, source, {}, file);
    assert.equal(await coloured([await lab.converted(source, target, {}, document)]), 1);
  });

/**
 * Python program that writes a workbook with emoji in a cell, a formula, a number format, a header and a chart title.
 */
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

test("draws emoji in colour in a workbook's formulas, number formats, headers and chart titles", async () => {
  const file = path.join(lab.dir, 'places.xlsx');
  await outputOf('/usr/bin/python3', ['-c', workbook, file]);
  const pdf = await lab.converted('xlsx', 'pdf', {}, file);
  await run('/usr/bin/pdftoppm', ['-r', '72', '-H', '330', '-png', '-singlefile', pdf, `${pdf}-page`]);
  assert.equal(await coloured([`${pdf}-page.png`]), 5);
  const text = await outputOf('/usr/bin/pdftotext', ['-layout', pdf, '-']);
  for (const shown of ['☺️', '☎️', '❤️', '😀']) assert.ok(text.includes(shown), shown);
});

/** Hearts in a title, in the titles of both axes, and in the name of one of two categories. */
const chart: ChartOf = {
  kind: 'barChart',
  title: 'title ❤️',
  axisTitles: ['across ❤️', 'along ❤️'],
  series: [{ name: 'series', categories: ['❤️ first', 'second'], values: [1, 2] }],
};

/**
 * Python program that writes a workbook with a chart. The chart has hearts in its title, axis titles, category name
 * and legend. The names in the chart come from cells, and a formula depends on one of these cells.
 */
const chartWorkbook = `
import sys, openpyxl
from openpyxl.chart import BarChart, Reference
from openpyxl.chart.label import DataLabelList
book = openpyxl.Workbook()
sheet = book.active
for row in [('', 'series ❤️'), ('❤️ first', 1), ('second', 2), ('=IF(LEN(A2)=8,"kept","lost")',)]:
    sheet.append(row)
chart = BarChart()
chart.title, chart.x_axis.title, chart.y_axis.title = 'title ❤️', 'across ❤️', 'along ❤️'
chart.x_axis.delete = chart.y_axis.delete = False
for number in (2, 3):
    sheet.cell(number, 2).number_format = '0.0 "kg"'
chart.dataLabels = DataLabelList(showVal=True, showSerName=False, showCatName=False, showLegendKey=False)
chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=3))
sheet.add_chart(chart, 'A10')
book.save(sys.argv[1])`;

/** Counts the red areas of a picture. */
const redAreas = `
import sys
from PIL import Image, ImageDraw
red, green, blue = Image.open(sys.argv[1]).convert('RGB').split()
mask = Image.new('L', red.size)
mask.putdata([255 * (r > 190 and g < 110 and b < 110) for r, g, b in zip(red.getdata(), green.getdata(), blue.getdata())])
count = 0
while mask.getbbox():
    left, top, right, bottom = mask.getbbox()
    first = next(x for x in range(left, right) if mask.getpixel((x, top)))
    before = sum(map(bool, mask.getdata()))
    ImageDraw.floodfill(mask, (first, top), 0)
    count += before - sum(map(bool, mask.getdata())) > 20
print(count)`;

function writeSlide(file: string): Promise<void> {
  const relations = [['chart', 'chart', '../charts/chart1.xml']] as const;
  const parts = [{ name: 'ppt/charts/chart1.xml', type: chartType, content: drawingChart(chart) }];
  return writeSlides(file, { slides: [{ content: graphic(chartReference('chart')), relations }], parts });
}

for (const [format, write, hearts] of [
  ['docx', (file: string) => writeWordChart(file, chart), 4],
  ['odt', (file: string) => writeOpenDocumentChart(file, chart), 3],
  ['pptx', writeSlide, 4],
  ['xlsx', (file: string) => outputOf('/usr/bin/python3', ['-c', chartWorkbook, file]), 7],
] as const)
  test(`draws a symbol of a ${format} chart in colour if an emoji variation selector follows the symbol`, async () => {
    const file = path.join(lab.dir, `chart.${format}`);
    await write(file);
    const pdf = await lab.converted(format, 'pdf', {}, file);
    await run('/usr/bin/pdftoppm', ['-r', '72', '-png', '-singlefile', pdf, `${pdf}-page`]);
    assert.equal(Number(await outputOf('/usr/bin/python3', ['-c', redAreas, `${pdf}-page.png`])), hearts);
    const text = await outputOf('/usr/bin/pdftotext', ['-layout', pdf, '-']);
    assert.equal(text.match(/❤/g)?.length, hearts);
    assert.doesNotMatch(text, /[\u{100000}-\u{10ffff}]/u);
    if (format !== 'xlsx') return;
    assert.match(text, /kept/);
    assert.equal(text.match(/2\.0 kg/g)?.length, 3, 'the cell, the label of its bar and the axis');
  });

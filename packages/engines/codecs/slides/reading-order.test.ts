/** Tests that the text of a slide is in reading order, even if its shapes were drawn in another order. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { writeSlides } from '../../../../test/samples/traits/slides-package.ts';
import { python } from '../../../../test/support/python.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-reading-order-'));
after(() => rm(dir, { recursive: true }));

const program = `
import json, re, sys, zipfile
from engines.codecs.slides.formulas import Formulas
from engines.codecs.slides.runner import blocks_of
from engines.shared.office.open_xml_package import Package
with zipfile.ZipFile(sys.stdin.read()) as file:
    page = '\\n'.join(blocks_of(Package(file), Formulas(), {'options': {}}))
sys.stdout.write(json.dumps(re.findall('<(?:p|h[12])>(.*?)</', page)))
`;

type Area = readonly [left: number, top: number, width: number, height: number];

const transform = ([left, top, width, height]: Area) =>
  `<a:xfrm><a:off x="${left}" y="${top}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`;

const text = (words: string, area?: Area, { mark = '', properties = '' } = {}) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="9" name="x"/><p:cNvSpPr/><p:nvPr>${mark}</p:nvPr></p:nvSpPr><p:spPr>${area ? transform(area) : ''}</p:spPr><p:txBody><a:bodyPr/>${words
    .split('\n')
    .map((line) => `<a:p>${properties}<a:r><a:t>${line}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`;

const group = (content: string, area: Area) =>
  `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="8" name="g"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>${transform(area)}</p:grpSpPr>${content}</p:grpSp>`;

async function linesOf(content: string, layout = ''): Promise<string[]> {
  const file = path.join(dir, 'slides.pptx');
  await writeSlides(file, { slides: [{ content }], layout });
  return JSON.parse(python(program, file)) as string[];
}

test('text that was drawn first is read after the text above it', async () => {
  const note = text('note', [0, 900, 400, 100]);
  assert.deepEqual(
    await linesOf(note + text('top', [0, 100, 400, 100]) + text('middle', [50, 300, 600, 500])),
    ['top', 'middle', 'note'],
  );
});

test('shapes in one row are read from left to right, even if their tops differ slightly', async () => {
  const row =
    text('right', [800, 100, 200, 100]) +
    text('left', [0, 110, 200, 100]) +
    text('centre', [400, 95, 200, 100]);
  assert.deepEqual(await linesOf(row), ['left', 'centre', 'right']);
});

test('shapes in one row of an Arabic slide are read from right to left', async () => {
  const properties = '<a:pPr rtl="1"/>';
  const left = text('يسار', [0, 100, 200, 100], { properties });
  assert.deepEqual(await linesOf(left + text('يمين', [400, 100, 200, 100], { properties })), [
    'يمين',
    'يسار',
  ]);
});

test('reads the columns of a slide one after the other if they were drawn in this order', async () => {
  const column = (name: string, left: number) =>
    text(`${name} head`, [left, 100, 300, 50]) + text(`${name} body`, [left, 200, 300, 500]);
  const found = await linesOf(column('one', 0) + column('two', 400));
  assert.deepEqual(found, ['one head', 'one body', 'two head', 'two body']);
});

test('keeps the shapes of a group together, and sorts them by position', async () => {
  const first = group(text('below', [0, 90, 50, 9]) + text('above', [0, 10, 50, 9]), [0, 300, 400, 100]);
  const found = await linesOf(first + text('beside', [500, 320, 100, 40]) + text('top', [0, 0, 600, 100]));
  assert.deepEqual(found, ['top', 'above', 'below', 'beside']);
});

test('a placeholder without a position takes its position from the slide layout', async () => {
  const mark = '<p:ph type="subTitle" idx="1"/>';
  const layout = text('Click to edit', [0, 800, 400, 100], { mark });
  const found = await linesOf(text('below', undefined, { mark }) + text('above', [0, 100, 400, 100]), layout);
  assert.deepEqual(found, ['above', 'below']);
});

test('a background picture and shapes that overlap keep the order in which they were drawn', async () => {
  const found = await linesOf(text('back', [0, 0, 900, 900]) + text('front', [100, 100, 200, 200]));
  assert.deepEqual(found, ['back', 'front']);
});

/**
 * Variable and colour fonts keep their axes and colours in every format that supports them. A conversion to a format
 * without variable or colour fonts warns that the axes or colours are lost.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pythonFile, run } from '../../samples/run.ts';
import { contentOf, type FontContent, type Location } from '../../support/results/fonts.ts';
import { outputOf } from '../../support/results/measure.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
await pythonFile(path.join(import.meta.dirname, '../../samples/fonts/variable_fonts.py'), [lab.dir]);

const made = (name: string) => path.join(lab.dir, name);

const corners: readonly Location[] = [
  {},
  { wght: 100, wdth: 75 },
  { wght: 700, wdth: 100 },
  { wght: 900, wdth: 100 },
  { wght: 650, wdth: 110 },
];

/** Formats that keep every table of a font. */
const whole = ['ttf', 'otf', 'woff', 'woff2', 'eot'];
/** Formats that lose a part of a font, because they can store only one style or no colours. */
const partial = ['pfb', 'pfa', 'dfont', 'sfd', 'ufoz', 'cff'];

async function warningsOf(file: string, to: string, options: OptionValues = {}): Promise<string> {
  const { status, headers, error } = await lab.send(file, path.extname(file).slice(1), to, options);
  assert.equal(status, 200, error.message);
  return headers.get('x-conversion-warnings') ?? '';
}

const converted = (file: string, to: string, options: OptionValues = {}) =>
  lab.converted(path.extname(file).slice(1), to, options, file);

/**
 * Outlines may differ by 2 thousandths of the em, because curves are converted and the deltas of each region are
 * rounded.
 */
function assertSameOutlines(actual: FontContent, expected: FontContent, context: string): void {
  const apart = actual.outlines
    .flat()
    .map((number, at) => Math.abs(number - (expected.outlines.flat()[at] ?? NaN)));
  assert.ok(
    Math.max(...apart) <= 2,
    `${context}: ${JSON.stringify(actual.outlines)} for ${JSON.stringify(expected.outlines)}`,
  );
}

for (const ext of ['ttf', 'otf']) {
  const source = made(`variable.${ext}`);

  test(`keeps axes, instances and outlines of a variable ${ext} font in ${whole.join(', ')}`, async () => {
    const before = await contentOf(source, corners);
    assert.notDeepEqual(before.outlines.slice(0, 2), before.outlines.slice(4, 6));
    for (const to of whole) {
      assert.equal(await warningsOf(source, to), '', to);
      const after = await contentOf(await converted(source, to), corners);
      for (const name of ['axes', 'instances', 'family', 'licence', 'embedding'] as const)
        assert.deepEqual(after[name], before[name], `${to}: ${name}`);
      for (const tag of ['STAT', 'avar', 'HVAR', 'MVAR', 'GPOS', 'GDEF'])
        assert.ok(after.tables.includes(tag), `${to}: ${tag}`);
      assertSameOutlines(after, before, to);
    }
  });

  test(`a variable ${ext} font keeps its axes in a chain of two conversions`, async () => {
    const before = await contentOf(source, corners);
    for (const between of whole) {
      const file = await converted(source, between);
      for (const to of ['ttf', 'otf'].filter((one) => one !== between)) {
        const after = await contentOf(await converted(file, to), corners);
        assert.deepEqual(after.axes, before.axes, `${between} → ${to}`);
        assertSameOutlines(after, before, `${between} → ${to}`);
      }
    }
  });

  test(`the option "instance" selects which style of a variable ${ext} font is written`, async () => {
    for (const [to, instance, location, style] of [
      ...whole.map((one) => [one, 'Bold', { wght: 700, wdth: 100 }, 'Bold'] as const),
      ['ttf', 'bold', { wght: 700, wdth: 100 }, 'Bold'],
      ['otf', 'wght=700', { wght: 700, wdth: 100 }, 'Bold'],
      ['ttf', 'condensedlight', { wght: 100, wdth: 75 }, 'Regular'],
      ['otf', 'wght=650, wdth=110', { wght: 650, wdth: 110 }, 'Regular'],
    ] as const) {
      const after = await contentOf(await converted(source, to, { instance }), [{}]);
      assert.deepEqual(after.axes, []);
      assertSameOutlines(after, await contentOf(source, [location]), `${to} ${instance}`);
      assert.deepEqual([after.weight, after.style], [location.wght, style], `${to} ${instance}`);
    }
  });

  test(`warns if a variable ${ext} font loses all styles except the default style`, async () => {
    for (const to of [...partial, 'pdf', 'png']) {
      assert.equal(await warningsOf(source, to), 'variations_left_out', to);
      assert.equal(await warningsOf(source, to, { instance: 'Bold' }), '', to);
    }
    const [regular = '', bold = ''] = await Promise.all(
      [{}, { instance: 'Bold' }].map(async (options) =>
        (await readFile(await converted(source, 'pfa', options))).toString('latin1'),
      ),
    );
    assert.match(regular, /FontName \/ProteanVariable-Regular/);
    assert.match(bold, /FontName \/ProteanVariable-Bold/);
    const advance = { 400: 600, 700: 640 };
    for (const [file, width] of [
      [await converted(source, 'ttf', {}), advance[400]],
      [await converted(await converted(source, 'dfont', { instance: 'Bold' }), 'ttf'), advance[700]],
    ] as const)
      assert.equal((await contentOf(file, [{}])).outlines[0]?.[0], width);
  });
}

test("returns 400 for a style that the font lacks, and lists the font's axes and styles", async () => {
  const [variable, fixed] = [made('variable.ttf'), made('static.ttf')];
  const available = 'wght 100 to 900, wdth 75 to 125; Regular, Bold, Condensed Light';
  for (const [file, to, instance, expected] of [
    [variable, 'woff2', 'Heavy', available],
    [variable, 'pfb', 'wght=950', available],
    [variable, 'pdf', 'slnt=5', available],
    [variable, 'ttf', 'wght=bold', available],
    [fixed, 'woff', 'Bold', 'no axes'],
  ] as const) {
    const { status, error } = await lab.send(file, 'ttf', to, { instance });
    assert.deepEqual(
      [status, error.details?.['reason'], error.details?.['available']],
      [400, 'no_such_instance', expected],
    );
    assert.ok(error.message?.endsWith(`It has: ${expected}.`), error.message);
  }
});

test('the specimen of a variable font shows the chosen style', async () => {
  const black = async (options: OptionValues) => {
    const file = await converted(made('variable.ttf'), 'png', { dpi: '72', ...options });
    return Number(
      await outputOf('/usr/bin/python3', [
        '-c',
        'import sys; from PIL import Image; print(sum(Image.open(sys.argv[1]).convert("L").crop((0, 120, 595, 200)).histogram()[:128]))',
        file,
      ]),
    );
  };
  assert.ok((await black({ instance: 'wght=900' })) > 1.3 * (await black({ instance: 'wght=100' })));
});

for (const [name, tables] of [
  ['colr-0', ['COLR', 'CPAL']],
  ['colr-1', ['COLR', 'CPAL']],
  ['svg', ['SVG']],
  ['sbix', ['sbix']],
] as const)
  test(`keeps the colour tables of ${name}.ttf in ${whole.join(', ')}, and warns for other formats`, async () => {
    const source = made(`${name}.ttf`);
    for (const to of whole) {
      const result = await converted(source, to);
      const again = await converted(result, to === 'woff' ? 'otf' : 'woff');
      for (const file of [result, again]) {
        const { tables: found } = await contentOf(file, []);
        assert.deepEqual(
          tables.filter((tag) => !found.includes(tag)),
          [],
          file,
        );
      }
      assert.equal(await warningsOf(source, to), '', to);
    }
    for (const to of partial) assert.equal(await warningsOf(source, to), 'glyph_colours_left_out', to);
    assert.equal(await warningsOf(source, 'pdf'), name.startsWith('colr') ? 'glyph_colours_left_out' : '');
  });

test('a subset of a variable font keeps the axes, unless a single style is requested', async () => {
  const file = await converted(made('variable.ttf'), 'woff2', { instance: 'Bold', subset: 'AO' });
  const { axes, weight } = await contentOf(file, [{}]);
  assert.deepEqual([axes, weight], [[], 700]);
  const again = await converted(made('variable.ttf'), 'ttf', { subset: 'AO' });
  assert.equal((await contentOf(again, [{}])).axes.length, 2);
});

test('keeps the axes of variable fonts when a font collection is converted', async () => {
  const collection = made('collection.ttc');
  await run('/usr/bin/python3', [
    '-c',
    'import sys; from fontTools.ttLib import TTCollection, TTFont; c = TTCollection(); c.fonts = [TTFont(name) for name in sys.argv[2:]]; c.save(sys.argv[1])',
    ...[collection, made('variable.ttf'), made('static.ttf')],
  ]);
  assert.equal(await warningsOf(collection, 'woff2'), '');
  const packed = await converted(collection, 'ttf');
  await run('/usr/bin/bsdtar', ['-xf', packed, '-C', path.dirname(packed)]);
  const [first] = (await outputOf('/usr/bin/bsdtar', ['-tf', packed])).split('\n');
  const { axes } = await contentOf(path.join(path.dirname(packed), first ?? ''), [{}]);
  assert.equal(axes.length, 2);
});

/** SVG drawings that are converted to any kind of target look as in browsers. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { pack } from '../../samples/archives/archive.ts';
import { run } from '../../samples/run.ts';
import { siteMember } from '../../samples/documents/site.ts';
import type { TreeMember } from '../../samples/archives/tree.ts';
import { serviceFixture } from '../../support/fixtures.ts';
import { outputOf, textOfPages } from '../../support/results/measure.ts';
import { post, type Answer } from '../../support/server/service.ts';

const service = serviceFixture();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-svg-'));
after(() => rm(dir, { recursive: true }));

const svg = (content: string, attributes = 'width="80" height="40"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

type Options = Readonly<Record<string, string>>;

function convert(text: string | Buffer, target: string, options: Options = {}): Promise<Answer> {
  const [content, ext] = typeof text === 'string' ? [text, 'svg'] : [new Uint8Array(text), 'svgz'];
  const file = new File([content], `drawing.${ext}`);
  return post(`${service.url}/api/convert`, [['file', file], ['target', target], ...Object.entries(options)]);
}

/** Converts an SVG drawing, and returns the result. Fails on an error or a warning. */
async function drawn(text: string | Buffer, target = 'png', options: Options = {}): Promise<Buffer> {
  const { status, body, error, headers } = await convert(text, target, options);
  assert.equal(status, 200, error.message);
  assert.equal(headers.get('X-Conversion-Warnings'), null);
  return Buffer.from(body);
}

/** Returns red, green, blue and alpha of the pixels at `points`. */
async function pointsOf(
  picture: Buffer,
  ...points: readonly (readonly [x: number, y: number])[]
): Promise<number[][]> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return points.map(([x, y]) => {
    const at = (y * info.width + x) * 4;
    return [...data.subarray(at, at + 4)];
  });
}

const green = [0, 128, 0, 255];
const clear = [0, 0, 0, 0];

/**
 * Maps SVG features to drawings. If the renderer supports the feature, as browsers do, the left half of the drawing is
 * green.
 */
const browserOnly: Readonly<Record<string, string>> = {
  foreignObject:
    '<foreignObject width="40" height="40"><div xmlns="http://www.w3.org/1999/xhtml" style="background: green; height: 40px"/></foreignObject>',
  'a CSS variable':
    '<style>svg { --fill: green }</style><rect width="40" height="40" fill="red" style="fill: var(--fill)"/>',
  'a media query':
    '<style>@media screen, print { rect { fill: green } }</style><rect width="40" height="40" fill="red"/>',
  'the CSS selector :has':
    '<style>g:has(circle) rect { fill: green }</style><g><circle/><rect width="40" height="40" fill="red"/></g>',
  'nested CSS rules':
    '<style>g { rect { fill: green } }</style><g><rect width="40" height="40" fill="red"/></g>',
  'calc()': '<rect height="40" fill="green" style="width: calc(20px + 20px)"/>',
  'sizes that a style sheet sets': '<style>rect { width: 40px; height: 40px }</style><rect fill="green"/>',
  'a CSS mask':
    '<rect width="80" height="40" fill="green" style="mask-image: linear-gradient(to right, black 50%, transparent 50%)"/>',
  'a CSS animation (which is not applied)':
    '<style>@keyframes a { from { opacity: 0 } } svg { --fill: green } rect { animation: a 9s; fill: var(--fill) }</style><rect width="40" height="40"/>',
  'a viewport unit': '<rect width="50vw" height="100vh" fill="green"/>',
};

describe('draws SVG features that only browsers support', () => {
  for (const [name, content] of Object.entries(browserOnly)) {
    test(`draws an SVG with ${name} in png`, async () => {
      assert.deepEqual(await pointsOf(await drawn(svg(content)), [20, 20], [60, 20]), [green, clear]);
    });
  }

  for (const target of ['jpg', 'webp', 'ico', 'bmp', 'tiff', 'avif']) {
    test(`draws an SVG with foreignObject in ${target}`, async () => {
      const picture = await drawn(svg(browserOnly['foreignObject'] ?? ''), target);
      const file = path.join(dir, `drawn.${target}`);
      await writeFile(file, picture);
      await run('/usr/bin/convert', [`${file}[0]`, `png32:${file}.png`]);
      const drawing = await sharp(`${file}.png`).toBuffer();
      const [[red = 0, greenShare = 0, blue = 0] = []] = await pointsOf(drawing, [10, 5]);
      assert.ok(
        red < 30 && greenShare > 100 && greenShare < 160 && blue < 30,
        `${red} ${greenShare} ${blue}`,
      );
    });
  }

  test("keeps the text of an SVG's foreignObject as text on a pdf page of the same size", async () => {
    const text =
      '<foreignObject width="300" height="60"><p xmlns="http://www.w3.org/1999/xhtml" style="font: 16px sans-serif">Words of the drawing</p></foreignObject>';
    const file = path.join(dir, 'text.pdf');
    await writeFile(file, await drawn(svg(text, 'width="384" height="96"'), 'pdf'));
    assert.equal((await textOfPages(file)).trim(), 'Words of the drawing');
    assert.match(await outputOf('/usr/bin/pdfinfo', [file]), /Pages:\s+1\n[^]*Page size:\s+288 x 72 pts/);
    assert.doesNotMatch(await outputOf('/usr/bin/pdfimages', ['-list', file]), /image/);
  });

  for (const [width, height] of [
    [100, 100],
    [100.5, 33.3],
    [37, 53],
    [1000.25, 777.75],
  ] as const)
    test(`converts an SVG with a CSS variable to a pdf page of equal size (${width} x ${height} pixels)`, async () => {
      const file = path.join(dir, 'size.pdf');
      const content = svg(browserOnly['a CSS variable'] ?? '', `width="${width}" height="${height}"`);
      await writeFile(file, await drawn(content, 'pdf'));
      const info = await outputOf('/usr/bin/pdfinfo', [file]);
      const [, ...size] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(info) ?? [];
      const expected = [width * 0.75, height * 0.75];
      for (const [n, side] of size.map(Number).entries())
        assert.ok(Math.abs(side - (expected[n] ?? 0)) < 0.01, info);
    });

  test('keeps masked SVG text as text in a pdf, and stores the mask with at least 300 dpi', async () => {
    const content =
      '<mask id="m"><circle cx="60" cy="50" r="50" fill="white"/></mask><text mask="url(#m)" y="50" font-size="20">Masked words</text>';
    const file = path.join(dir, 'mask.pdf');
    await writeFile(file, await drawn(svg(content, 'width="200" height="100"'), 'pdf'));
    assert.match(await outputOf('/usr/bin/pdftotext', [file, '-']), /Masked words/);
    const rows = (await outputOf('/usr/bin/pdfimages', ['-list', file])).trim().split('\n').slice(2);
    for (const row of rows) assert.ok(Number(row.trim().split(/\s+/)[12]) >= 300, row);
  });

  test('draws SVG text on a path in pdf and eps, and keeps the words as text in the pdf', async () => {
    const text =
      '<defs><path id="p" d="M10 60H290"/></defs><text font-size="20"><textPath href="#p">Words on a path</textPath></text>';
    for (const target of ['pdf', 'eps']) {
      const file = path.join(dir, `on-path.${target}`);
      await writeFile(file, await drawn(svg(text, 'width="300" height="80"'), target));
      if (target === 'eps')
        await run('/usr/bin/gs', [
          '-q',
          '-dBATCH',
          '-dNOPAUSE',
          '-dEPSCrop',
          '-r96',
          '-sDEVICE=pnggray',
          `-o${file}.png`,
          file,
        ]);
      else await run('/usr/bin/pdftoppm', ['-r', '96', '-png', '-singlefile', file, file]);
      const { channels } = await sharp(`${file}.png`).stats();
      assert.ok((channels[0]?.min ?? 255) < 100, target);
      if (target === 'pdf')
        assert.match(await outputOf('/usr/bin/pdftotext', [file, '-']), /Words on a path/);
    }
  });

  test('draws a compressed SVG that requires a browser', async () => {
    const packed = gzipSync(svg(browserOnly['foreignObject'] ?? ''));
    assert.deepEqual(await pointsOf(await drawn(packed), [20, 20]), [green]);
  });

  test('scales and rotates an SVG with foreignObject', async () => {
    const picture = await drawn(svg(browserOnly['foreignObject'] ?? ''), 'png', {
      width: '200',
      rotate: '90',
    });
    const { width, height } = await sharp(picture).metadata();
    assert.deepEqual([width, height], [200, 400]);
    assert.deepEqual(await pointsOf(picture, [100, 100], [100, 300]), [green, clear]);
  });
});

describe('draws SVG pictures at the expected size', () => {
  const halves = '<rect width="50%" height="100%" fill="green"/>';
  const sizes: readonly (readonly [attributes: string, options: Options, size: readonly [number, number]])[] =
    [
      ['width="80" height="40"', {}, [80, 40]],
      ['viewBox="0 0 24 12"', {}, [24, 12]],
      ['viewBox="0 0 24 12" width="80"', {}, [80, 40]],
      ['viewBox="0 0 24 12" width="100%" height="100%"', {}, [24, 12]],
      ['width="1in" height="0.5in"', {}, [96, 48]],
      ['width="80" height="40"', { dpi: '192' }, [160, 80]],
      ['viewBox="0 0 24 12"', { width: '1200' }, [1200, 600]],
      ['viewBox="0 0 24 12"', { height: '30' }, [60, 30]],
      ['viewBox="0 0 24 12"', { width: '100', height: '100', fit: 'cover' }, [100, 100]],
      ['viewBox="0 0 24 12" width="50" height="50" preserveAspectRatio="none"', {}, [50, 50]],
    ];
  for (const [attributes, options, size] of sizes) {
    test(`draws an SVG with ${attributes} and the options ${JSON.stringify(options)} at ${size.join(' x ')} pixels`, async () => {
      const picture = await drawn(svg(halves, attributes), 'png', options);
      const { width, height } = await sharp(picture).metadata();
      assert.deepEqual([width, height], size);
      const [x, y] = [Math.round(width / 4), Math.round(height / 2)];
      if (options['fit'] === undefined)
        assert.deepEqual(await pointsOf(picture, [x, y], [width - 1 - Math.round(x / 2), y]), [green, clear]);
    });
  }
});

describe('draws text in SVG drawings', () => {
  test('draws SVG text in a substitute font if its font is not installed', async () => {
    const line = (family: string) =>
      svg(
        `<text x="2" y="30" font-size="24" font-family="${family}">Words</text>`,
        'width="160" height="40"',
      );
    const substitutes = [
      ['Arial', 'Liberation Sans'],
      ['no such font, Courier New, serif', 'Liberation Mono'],
      ["'Times New Roman'", 'Liberation Serif'],
    ];
    for (const [family = '', substitute = ''] of substitutes) {
      const [asked, expected] = await Promise.all([drawn(line(family)), drawn(line(substitute))]);
      assert.ok(asked.equals(expected), family);
    }
  });

  test('SVG text has the size from the CSS shorthand "font", or else the default size of browsers', async () => {
    const text = (attributes: string) => svg(`<text x="2" y="30" ${attributes}>Words</text>`);
    const expected = await drawn(text('font-size="16"'));
    assert.ok((await drawn(text(''))).equals(expected), 'no size');
    const opacity = async (style: string) =>
      (await sharp(await drawn(text(`style="${style}"`))).stats()).channels[3]?.mean ?? NaN;
    const shorthand = await opacity("font: bold 24px 'Liberation Sans'");
    const explicit = await opacity("font-family: 'Liberation Sans'; font-size: 24px; font-weight: bold");
    assert.ok(Math.abs(shorthand - explicit) < 2, `${shorthand} ${explicit}`);
  });

  test('draws SVG text that specifies no font', async () => {
    const words = svg('<text x="2" y="30" font-size="24">Words</text>', 'width="160" height="40"');
    const picture = await drawn(words);
    const { channels } = await sharp(picture).stats();
    assert.ok((channels[3]?.mean ?? 0) > 5);
  });
});

test('accepts the SVG colour currentcolor in lower case', async () => {
  const picture = await drawn(svg('<g color="green"><rect width="40" height="40" fill="currentcolor"/></g>'));
  assert.deepEqual(await pointsOf(picture, [20, 20]), [green]);
});

test('replaces the XML entities that an SVG declares', async () => {
  const text = `<!DOCTYPE svg [<!ENTITY side "40"><!ENTITY box '<rect width="&side;" height="&side;" fill="green"/>'>]>${svg('&box;')}`;
  assert.deepEqual(await pointsOf(await drawn(text), [20, 20], [60, 20]), [green, clear]);
});

const outside: Readonly<Record<string, string>> = {
  'a picture': '<image width="40" height="40" href="picture.png"/>',
  'a part of another drawing': '<use href="other.svg#a"/>',
  'a gradient of another drawing': '<rect width="40" height="40" fill="url(other.svg#a) green"/>',
  'a style sheet': '<style>@import url(a.css);</style>',
};

for (const [name, content] of Object.entries(outside))
  for (const target of ['png', 'pdf', 'ps', 'eps', 'emf', 'dxf', 'xps'])
    test(`warns if an SVG that is converted to ${target} refers to ${name} that was not sent`, async () => {
      const { status, headers, error } = await convert(svg(`${content}<circle r="9"/>`), target);
      assert.equal(status, 200, error.message);
      assert.equal(headers.get('X-Conversion-Warnings'), 'asset_missing');
    });

test('refuses an SVG with exponentially nested references as too complex', async () => {
  const level = (n: number) => `<g id="g${n + 1}">${`<use xlink:href="#g${n}"/>`.repeat(10)}</g>`;
  const levels = Array.from({ length: 9 }, (_, n) => level(n)).join('');
  for (const target of ['png', 'pdf', 'emf', 'dxf', 'svgz']) {
    const { status, error } = await convert(svg(`<g id="g0"/>${levels}`), target);
    assert.deepEqual([status, error.details?.['reason']], [400, 'too_complex'], target);
  }
});

test('refuses a malformed SVG as damaged, even if the SVG has features that need a browser', async () => {
  const { status, error } = await convert(svg(`${browserOnly['foreignObject']}<g>&</g>`), 'png');
  assert.deepEqual([status, error.details?.['reason']], [400, 'damaged']);
});

describe('converts an SVG drawing in an archive', () => {
  const square = async (colour: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: colour } })
      .png()
      .toBuffer();
  const linked = svg(
    '<image xlink:href="pictures/green%20square.png" width="40" height="40"/><rect class="a" x="40" width="40" height="40" fill="red"/><image href="../outside.png" width="40" height="40"/>',
  );

  async function archived(members: readonly TreeMember[], target: string): Promise<Answer> {
    const file = path.join(dir, 'drawing.zip');
    await pack('zip', file, members);
    return post(`${service.url}/api/convert`, [
      ['file', new File([new Uint8Array(await readFile(file))], 'drawing.zip')],
      ['target', target],
    ]);
  }

  for (const target of ['png', 'webp', 'pdf', 'svg']) {
    test(`converts an SVG in an archive to ${target} with the archive's pictures and style sheets`, async () => {
      const { status, body, error, headers } = await archived(
        [
          siteMember(
            'art/drawing.svg',
            `<?xml-stylesheet href="../größe.css?v=1"?><?xml-stylesheet href="../print.css" media="not all"?>${linked.replace('<image href="../outside.png" width="40" height="40"/>', '')}`,
          ),
          siteMember('art/pictures/green square.png', await square('#008000')),
          siteMember('größe.css', '.a { fill: blue }'),
          siteMember('print.css', '.a { fill: lime }'),
        ],
        target,
      );
      assert.equal(status, 200, error.message);
      assert.equal(headers.get('X-Conversion-Warnings'), null);
      const file = path.join(dir, `archived.${target}`);
      await writeFile(file, body);
      if (target === 'pdf') await run('/usr/bin/pdftoppm', ['-r', '96', '-png', '-singlefile', file, file]);
      if (target === 'svg') await run('/usr/bin/rsvg-convert', ['-o', `${file}.png`, file]);
      const picture = await readFile(['pdf', 'svg'].includes(target) ? `${file}.png` : file);
      const [left = [], right = []] = await pointsOf(picture, [20, 20], [60, 20]);
      assert.ok((left[1] ?? 0) > 110 && (left[0] ?? 255) < 20, `${left.join(' ')}`);
      assert.ok((right[2] ?? 0) > 240 && (right[0] ?? 255) < 20, `${right.join(' ')}`);
    });
  }

  const gradient = '<linearGradient id="a"><stop stop-color="green"/></linearGradient>';
  const other = `<defs>${gradient}<rect id="b" width="40" height="40" style="fill: url(#a)"/></defs>`;
  const parts: Readonly<Record<string, string>> = {
    'a use element': '<rect id="a"/><use href="art/other.svg#b"/>',
    'a paint in an attribute': '<rect width="40" height="40" fill="url(art/other.svg#a)"/>',
    'a paint in a style': `<rect width="40" height="40" style="fill: url('art/other.svg#a')"/>`,
    'a picture inside a picture': '<image width="80" height="40" href="art\\outer.svg"/>',
    'its own paint in a style': `${gradient}<rect width="40" height="40" style="fill: url(#a)"/>`,
  };
  for (const [name, content] of Object.entries(parts))
    test(`resolves references of an SVG in an archive (referring element: ${name})`, async () => {
      const { status, body, error, headers } = await archived(
        [
          siteMember('drawing.svg', svg(content)),
          ...(content.includes('other') ? [siteMember('art/other.svg', svg(other))] : []),
          ...(content.includes('outer')
            ? [
                siteMember('art/outer.svg', svg('<image width="40" height="40" href="a.png"/>')),
                siteMember('art/a.png', await square('#008000')),
              ]
            : []),
        ],
        'png',
      );
      assert.equal(status, 200, error.message);
      assert.equal(headers.get('X-Conversion-Warnings'), null);
      assert.deepEqual(await pointsOf(Buffer.from(body), [20, 20], [60, 20]), [green, clear]);
    });

  test('warns if an SVG refers to a missing element of another file in the archive', async () => {
    const { status, headers } = await archived(
      [siteMember('drawing.svg', svg('<use href="b.svg#no"/>')), siteMember('b.svg', svg(''))],
      'svg',
    );
    assert.equal(status, 200);
    assert.equal(headers.get('X-Conversion-Warnings'), 'asset_missing');
  });

  test('converts a compressed SVG that refers to a picture in the same archive', async () => {
    const packed = gzipSync(svg('<image href="a.png" width="40" height="40"/>'));
    const { body, status } = await archived(
      [siteMember('drawing.svgz', packed), siteMember('a.png', await square('#008000'))],
      'png',
    );
    assert.equal(status, 200);
    assert.deepEqual(await pointsOf(Buffer.from(body), [20, 20], [60, 20]), [green, clear]);
  });

  test('warns if an SVG in an archive refers to files that are not in the archive', async () => {
    const { status, headers } = await archived([siteMember('drawing.svg', linked)], 'png');
    assert.equal(status, 200);
    assert.match(headers.get('X-Conversion-Warnings') ?? '', /asset_missing/);
  });

  test('draws a picture of an archive in an SVG of the same archive, if a browser draws the SVG', async () => {
    const drawing = svg(
      '<foreignObject width="80" height="40"><img xmlns="http://www.w3.org/1999/xhtml" src="a.png" style="width: 40px; height: 40px; display: block"/></foreignObject>',
    );
    const { body, status } = await archived(
      [siteMember('drawing.svg', drawing), siteMember('a.png', await square('#008000'))],
      'png',
    );
    assert.equal(status, 200);
    assert.deepEqual(await pointsOf(Buffer.from(body), [20, 20], [60, 20]), [green, clear]);
  });

  test('refuses an archive with several SVG drawings', async () => {
    const drawings = [siteMember('a.svg', svg('')), siteMember('b.svg', svg(''))];
    const { status, error } = await archived(drawings, 'png');
    assert.equal(status, 400);
    assert.equal(error.details?.['reason'], 'several_drawings');
  });
});

/** Black-and-white pictures keep 1 bit per pixel and the colour of each pixel. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { python, run } from '../../samples/run.ts';
import { outputOf } from '../../support/results/measure.ts';
import { memoize } from '../../support/memoize.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const [width, height] = [400, 300];

/** Draws a black disc on white. Uses Pillow, because ImageMagick inverts black and white in 1-bit PCX. */
const drawn = `
import sys
from PIL import Image, ImageDraw
page = Image.new('1', (${width}, ${height}), 1)
ImageDraw.Draw(page).ellipse((150, 60, 250, 160), fill=0)
`;
/** Converts the picture to a palette picture with the palette colours black and white. */
const palette = `
page = page.convert('L').point(lambda gray: gray and 1)
page.putpalette([0, 0, 0, 255, 255, 255])
`;

/** The extension of each source, and the Pillow code that writes it. */
const byPillow: Readonly<Record<string, { ext: string; script: string }>> = {
  pbm: { ext: 'pbm', script: 'page.save(sys.argv[1])' },
  bmp: { ext: 'bmp', script: 'page.save(sys.argv[1])' },
  pcx: { ext: 'pcx', script: 'page.save(sys.argv[1])' },
  'grayscale png': { ext: 'png', script: 'page.save(sys.argv[1])' },
  'png with a palette': { ext: 'png', script: `${palette}page.save(sys.argv[1], bits=1)` },
  tiff: { ext: 'tiff', script: "page.save(sys.argv[1], compression='tiff_lzw')" },
  gif: { ext: 'gif', script: 'page.save(sys.argv[1])' },
  'gif with a palette of two colours': {
    ext: 'gif',
    script: `${palette}page.save(sys.argv[1], optimize=False)`,
  },
};

const source = memoize(async (name: string): Promise<{ ext: string; file: string }> => {
  const { ext = name, script } = byPillow[name] ?? {};
  const file = path.join(lab.dir, `${name.replaceAll(' ', '-')}.${ext}`);
  if (script !== undefined) await python(`${drawn}${script}`, [file]);
  else if (ext === 'djvu') await run('/usr/bin/cjb2', ['-dpi', '200', (await source('pbm')).file, file]);
  else await run(magickProgram('convert'), [(await source('pbm')).file, file]);
  return { ext, file };
});

/** For each format, a function that reads the bits per pixel of a result. */
const bits: Readonly<Record<string, (file: string) => Promise<number>>> = {
  // The header of a PNG has the bits per sample and the colour type (grayscale or palette).
  png: async (file) => {
    const header = await readFile(file);
    return [0, 3].includes(header[25] ?? 2) ? (header[24] ?? 8) : 24;
  },
  bmp: async (file) => (await readFile(file)).readUInt16LE(28),
  tiff: async (file) => Number(/Bits\/Sample: (\d+)/.exec(await outputOf('/usr/bin/tiffinfo', [file]))?.[1]),
  gif: async (file) => (((await readFile(file))[10] ?? 7) % 8) + 1,
  pdf: async (file) => {
    const [, , image = ''] = (await outputOf('/usr/bin/pdfimages', ['-list', file])).split('\n');
    const [components, depth] = image.trim().split(/\s+/).slice(6, 8).map(Number);
    return (components ?? 3) * (depth ?? 8);
  },
};

/** Asserts that the disc is black and the corner is white. */
async function isUpright(file: string, to: string): Promise<void> {
  const [stem, page] = [path.join(path.dirname(file), 'page'), path.join(path.dirname(file), 'page.png')];
  if (to === 'pdf')
    await run('/usr/bin/pdftoppm', [
      '-png',
      '-singlefile',
      '-scale-to-x',
      '400',
      '-scale-to-y',
      '300',
      file,
      stem,
    ]);
  const read = `import sys; from PIL import Image; page = Image.open(sys.argv[1]).convert('L'); print(page.getpixel((200, 110)), page.getpixel((5, 5)))`;
  const { stdout } = await python(read, [to === 'pdf' ? page : file]);
  assert.equal(stdout.toString().trim(), '0 255', to);
}

const sources = [...Object.keys(byPillow), 'pnm', 'xbm', 'wbmp', 'xpm', 'miff', 'pam', 'djvu'];

for (const name of sources)
  test(`keeps 1 bit per pixel and the colours of a black-and-white picture (source: ${name})`, async () => {
    const { ext, file } = await source(name);
    const targets = ext === 'djvu' ? ['png', 'tiff', 'pdf'] : Object.keys(bits);
    for (const to of targets.filter((target) => target !== ext)) {
      const result = await lab.converted(ext, to, {}, file);
      assert.equal(await bits[to]?.(result), 1, to);
      await isUpright(result, to);
    }
  });

test('keeps 1 bit per pixel when a black-and-white png is rotated', async () => {
  const { file } = await source('grayscale png');
  for (const to of ['png', 'bmp', 'tiff'])
    assert.equal(await bits[to]?.(await lab.converted('png', to, { rotate: '90' }, file)), 1, to);
});

test('keeps the colours of a 1-bit picture that is not black and white', async () => {
  const file = path.join(lab.dir, 'red.gif');
  await python(`${drawn}${palette}page.putpalette([255, 0, 0, 255, 255, 255]); page.save(sys.argv[1])`, [
    file,
  ]);
  for (const to of ['png', 'tiff', 'bmp']) {
    const result = await lab.converted('gif', to, {}, file);
    assert.equal(
      await outputOf(magickProgram('convert'), [result, '-format', '%[pixel:p{200,110}]', 'info:']),
      'srgb(255,0,0)',
      to,
    );
  }
});

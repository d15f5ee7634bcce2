/** Checks that pictures keep orientation, size, animation, metadata, resolution and vectors. */
import assert from 'node:assert/strict';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { frames } from '../../../samples/pictures/picture.ts';
import { python, run } from '../../../samples/run.ts';
import type { Observation } from '../workbench.ts';
import { probe, outputOf } from '../measure.ts';
import { assertColour, blue, green, made, red, seen, white } from './pillow.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

const upright: Observation = {
  description: 'a photo is rotated upright by its Exif orientation, and the orientation is reset',
  see: async (lab) => {
    const corners = ['10,8', '50,8', '10,32', '50,32'];
    const turned = [2, 3, 4, 5, 6, 7, 8].map((orientation) => [orientation, 'png'] as const);
    const targets = ['webp', 'tiff', 'bmp', 'avif', 'heic', 'jxl', 'jp2', 'gif', 'qoi', 'ppm', 'jpg'];
    for (const [orientation, to] of [...turned, ...targets.map((target) => [6, target] as const)]) {
      const from = to === 'jpg' ? 'tiff' : 'jpg';
      const jpeg = await made(lab, 'turned', `turned-${orientation}.jpg`, String(orientation));
      const photo = from === 'tiff' ? `${jpeg}.tiff` : jpeg;
      if (from === 'tiff') await run(magickProgram('convert'), [jpeg, photo]);
      const {
        size,
        pixels,
        orientation: left,
      } = await seen(await lab.converted(from, to, {}, photo), ...corners);
      const what = `orientation ${orientation} from ${from} to ${to}`;
      assert.deepEqual(size, [60, 40], what);
      for (const [n, due] of [red, green, blue, white].entries()) assertColour(pixels[n], due, what);
      // Does not check the orientation in JPEG XL files. A JPEG inside a JPEG XL file keeps its Exif block, and readers
      // of JPEG XL ignore the orientation in the Exif block.
      if (to !== 'jxl') assert.ok(left === null || left === 1, `${what} says ${left}`);
    }
  },
};

const onPaper: Observation = {
  description: 'a photo on a PDF page is rotated upright by its Exif orientation',
  see: async (lab) => {
    const photo = await made(lab, 'turned', 'turned-8.jpg', '8');
    const pdf = await lab.converted('jpg', 'pdf', {}, photo);
    // Passes only the length of the longer side to pdftoppm. If the width and the height were given, pdftoppm would
    // swap them for a rotated page.
    await run('/usr/bin/pdftoppm', ['-scale-to', '60', '-png', '-singlefile', pdf, pdf]);
    const { pixels } = await seen(`${pdf}.png`, '10,8', '50,32');
    assertColour(pixels[0], red, 'the left upper corner');
    assertColour(pixels[1], white, 'the right lower corner');
  },
};

const moving: Observation = {
  description:
    'an animation keeps its frames if the target supports animation, and otherwise becomes its first frame',
  see: async (lab) => {
    const gif = await lab.samples.get('gif');
    for (const [from, to] of [
      ['gif', 'webp'],
      ['gif', 'apng'],
      ['apng', 'gif'],
      ['apng', 'webp'],
      ['webp', 'gif'],
    ] as const) {
      const result = await lab.converted(from, to, {});
      const shown = to === 'apng' ? await asPng(result) : result;
      assert.equal((await seen(shown)).frames, frames.count, `${from} to ${to}`);
    }
    const first = await seen(gif, '5,5');
    for (const to of ['jpg', 'png', 'bmp', 'tiff']) {
      const still = await seen(await lab.converted('gif', to, {}), '5,5');
      assert.equal(still.frames, 1);
      assertColour(still.pixels[0], first.pixels[0]?.slice(0, 3) ?? [], `gif to ${to}`);
    }
  },
};

/** Returns a copy named `.png`, because Pillow counts the frames of a PNG only under that extension. */
async function asPng(file: string): Promise<string> {
  await copyFile(file, `${file}.png`);
  return `${file}.png`;
}

const notes: Observation = {
  description:
    'metadata from cameras and programs, including the location, is kept unless its removal is requested',
  see: async (lab) => {
    const noted = await made(lab, 'noted', 'noted.jpg');
    for (const to of ['png', 'webp', 'tiff']) {
      const { copyright, place, xmp } = await seen(await lab.converted('jpg', to, {}, noted));
      assert.deepEqual({ copyright, place, xmp }, { copyright: 'somebody', place: true, xmp: true }, to);
    }
    for (const to of ['png', 'webp', 'tiff', 'avif', 'heic', 'jxl']) {
      const stripped = await lab.converted('jpg', to, { strip_metadata: 'true' }, noted);
      const output = await outputOf('/usr/bin/strings', ['-n', '6', stripped]);
      assert.doesNotMatch(output, /somebody|protean-xmp/, `stripped as ${to}`);
    }
    for (const between of ['avif', 'heic', 'jxl']) {
      const there = await lab.converted('jpg', between, {}, noted);
      for (const to of ['jpg', 'tiff']) {
        const { copyright, place } = await seen(await lab.converted(between, to, {}, there));
        assert.deepEqual([copyright, place], ['somebody', true], `by way of ${between} to ${to}`);
      }
    }
    // djxl, which is not an engine of Protean, reads the JPEG XL file.
    const jxl = await lab.converted('jpg', 'jxl', {}, noted);
    assert.equal((await seen(jxl)).copyright, 'somebody', 'as djxl reads it');
  },
};

const scanned: Observation = {
  description: 'the resolution of a scan is kept',
  see: async (lab) => {
    const scan = path.join(lab.dir, 'scan.png');
    await run(magickProgram('convert'), [
      '-size',
      '300x300',
      'xc:gray',
      '-units',
      'PixelsPerInch',
      '-density',
      '300',
      scan,
    ]);
    for (const to of ['jpg', 'tiff', 'bmp']) {
      const output = await outputOf(magickProgram('identify'), [
        '-units',
        'PixelsPerInch',
        '-format',
        '%x',
        await lab.converted('png', to, {}, scan),
      ]);
      assert.ok(Math.abs(Number.parseFloat(output) - 300) < 1, `${to}: ${output}`);
    }
    const info = await outputOf('/usr/bin/pdfinfo', [await lab.converted('png', 'pdf', {}, scan)]);
    assert.match(info, /Page size:\s+72 x 72 pts/);
  },
};

const shapes: Observation = {
  description: 'an SVG drawing keeps its vectors and its declared size in a PDF',
  see: async (lab) => {
    const drawing = path.join(lab.dir, 'shape.svg');
    await writeFile(
      drawing,
      '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"><rect width="48" height="48" fill="#dc1e28"/></svg>',
    );
    const pdf = await lab.converted('svg', 'pdf', {}, drawing);
    assert.match(await outputOf('/usr/bin/pdfinfo', [pdf]), /Page size:\s+72 x 36 pts/);
    assert.equal(
      (await outputOf('/usr/bin/pdfimages', ['-list', pdf])).trim().split('\n').length,
      2,
      'no dots',
    );
    const png = await seen(await lab.converted('svg', 'png', {}, drawing), '70,24');
    assert.equal(png.pixels[0]?.[3], 0, 'what nothing is drawn on is clear');
    assert.match(
      await probe(await lab.converted('svg', 'jpg', {}, drawing), 'stream=width,height'),
      /\d+,\d+/,
    );
  },
};

const marked: Observation = {
  description:
    'an SVG made from a PDF is well-formed XML that contains the character of each shape in an attribute',
  see: async (lab) => {
    const page = path.join(lab.dir, 'marked.html');
    await writeFile(page, '<p>a &lt; b &gt; c &amp; &quot;é&quot; ]]&gt;</p>');
    const pdf = await lab.converted('html', 'pdf', {}, page);
    for (const from of ['pdf', 'ai']) {
      const drawn = await python(readLetters, [await lab.converted(from, 'svg', {}, pdf)]);
      assert.equal(drawn.stdout.toString().replaceAll(/\s/g, ''), 'a<b>c&"é"]]>', from);
    }
  },
};

/**
 * Python program that parses an SVG from MuPDF with a strict XML parser, and prints the text in the `data-text`
 * attributes of its shapes.
 */
const readLetters = `
import sys
from xml.etree import ElementTree
print(''.join(shape.get('data-text', '') for shape in ElementTree.parse(sys.argv[1]).iter()))
`;

const layered: Observation = {
  description: 'the name of a PDF layer is escaped in SVG, or the PDF is refused',
  see: async (lab) => {
    const named = async (name: string) => {
      const file = path.join(lab.dir, 'layered.pdf');
      await writeFile(file, layeredPage(name));
      return file;
    };
    const svg = await lab.converted('pdf', 'svg', {}, await named('Boats < "Tides" & é\n" onload="x'));
    assert.deepEqual(await layersOf(svg), ['Boats < "Tides" & é " onload="x']);
    for (const name of ['">\n<script>x</script><g id="', '">\n<path onclick="x"/><g id="']) {
      const { status, body, error } = await lab.send(await named(name), 'pdf', 'svg', {});
      // MuPDF 1.25 escapes the name of the layer. MuPDF 1.21 does not escape the name of the layer, so the name becomes
      // markup and the conversion fails.
      if (status === 200) {
        const file = path.join(lab.dir, 'layered.svg');
        await writeFile(file, body);
        assert.deepEqual(await layersOf(file), [name.replace('\n', ' ')]);
        continue;
      }
      assert.equal(status, 400, name);
      // The reason is `damaged`, because the PDF has no cross-reference table.
      assert.equal(error.details?.['reason'], 'damaged', name);
    }
  },
};

/** Returns the names of the layers in an SVG from MuPDF 1.21 or 1.25. Replaces each line break in a name by a space. */
async function layersOf(svg: string): Promise<string[]> {
  const { stdout } = await python(readLayers, [svg]);
  return (JSON.parse(stdout.toString()) as string[]).map((name) => name.replaceAll('\n', ' '));
}

const readLayers = `
import json, sys
from xml.etree import ElementTree
names = ('data-name', '{http://www.inkscape.org/namespaces/inkscape}label')
groups = ElementTree.parse(sys.argv[1]).iter('{http://www.w3.org/2000/svg}g')
print(json.dumps([group.get(name) for group in groups for name in names if group.get(name) is not None]))
`;

/** Returns a PDF page with a single line, which is on a layer with the name `name`. */
function layeredPage(name: string): string {
  const utf16 = Buffer.from(`\ufeff${name}`, 'utf16le').swap16().toString('hex');
  const line = '/OC /Layer BDC 10 10 m 90 90 l S EMC';
  return [
    '%PDF-1.5',
    '1 0 obj<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R]/D<</ON[5 0 R]>>>>>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R',
    '/Resources<</Properties<</Layer 5 0 R>>>>>>endobj',
    `4 0 obj<</Length ${line.length}>>stream\n${line}\nendstream endobj`,
    `5 0 obj<</Type/OCG/Name<${utf16}>>>endobj`,
    'trailer<</Root 1 0 R>>\n%%EOF\n',
  ].join('\n');
}

export const pictures: readonly Observation[] = [
  upright,
  onPaper,
  moving,
  notes,
  scanned,
  shapes,
  marked,
  layered,
];

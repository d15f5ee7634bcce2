/** SVG drawings in web pages, Markdown, office files and e-books look the same in results as in browsers. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { serviceFixture } from '../../support/fixtures.ts';
import { post } from '../../support/server/service.ts';

const service = serviceFixture();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-embedded-drawings-'));
after(() => rm(dir, { recursive: true }));

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40">${content}</svg>`;

/**
 * A drawing that browsers draw in blue and green. Renderers without foreignObject and var() draw the drawing in red.
 */
const drawing = svg(
  '<style>svg { --fill: #00ff00 }</style><rect width="80" height="40" fill="red" style="fill: var(--fill)"/>' +
    '<foreignObject width="40" height="40"><div xmlns="http://www.w3.org/1999/xhtml" style="background: blue; height: 40px"></div></foreignObject>',
);

const encoded = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;

async function convert(
  content: string | Buffer<ArrayBuffer>,
  source: string,
  target: string,
): Promise<Buffer> {
  const answer = await post(`${service.url}/api/convert`, [
    ['file', new File([content], `page.${source}`)],
    ['target', target],
  ]);
  assert.equal(answer.status, 200, answer.error.message);
  assert.equal(answer.headers.get('X-Conversion-Warnings'), null);
  return answer.body;
}

/** Returns the concatenated members of a zip file with names that match the pattern. */
async function partsOf(zip: Buffer, pattern: string): Promise<Buffer> {
  const file = path.join(dir, 'result.zip');
  await writeFile(file, zip);
  const { stdout } = await promisify(execFile)('/usr/bin/bsdtar', ['-xOf', file, pattern], {
    encoding: 'buffer',
  });
  return stdout;
}

/** Fails unless a picture shows the drawing: blue on the left, green on the right. */
async function assertDrawn(picture: Buffer): Promise<void> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (share: number) =>
    [0, 1, 2].map((n) => data[((info.height >> 1) * info.width + Math.floor(info.width * share)) * 3 + n]);
  assert.deepEqual(
    [at(0.25), at(0.75)],
    [
      [0, 0, 255],
      [0, 255, 0],
    ],
  );
}

/** Asserts that the pages show blue and green, and no red. */
async function assertPrinted(pdf: Buffer): Promise<void> {
  const folder = await mkdtemp(path.join(dir, 'printed-'));
  const file = path.join(folder, 'printed.pdf');
  await writeFile(file, pdf);
  await promisify(execFile)('/usr/bin/pdftoppm', ['-r', '72', '-png', file, path.join(folder, 'page')]);
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.png'));
  const counts = await Promise.all(pages.map((name) => primariesOf(path.join(folder, name))));
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((n) =>
    counts.reduce((sum, page) => sum + (page[n] ?? 0), 0),
  );
  assert.equal(red, 0);
  assert.ok(green > 300 && blue > 300, `${green} green points, ${blue} blue`);
}

/** Returns the numbers of red, green and blue pixels of a picture. */
async function primariesOf(file: string): Promise<number[]> {
  const pixels = await sharp(file).removeAlpha().raw().toBuffer();
  const counts = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 3)
    for (const channel of [0, 1, 2]) {
      const [value = 0, ...others] = [0, 1, 2].map((n) => pixels[at + ((channel + n) % 3)]);
      if (value > 200 && others.every((other = 0) => other < 80))
        counts[channel] = (counts[channel] ?? 0) + 1;
    }
  return counts;
}

/** Returns the first PNG of an RTF file or a FictionBook. */
function pictureOf(result: Buffer): Buffer {
  const text = result.toString('latin1');
  const [, hex = ''] = /\\pngblip[^ ]* ([0-9a-f\s]+)/.exec(text) ?? [];
  const [, data = ''] = /<binary[^>]*image\/png[^>]*>([^<]*)/.exec(text) ?? [];
  return hex ? Buffer.from(hex.replace(/\s/g, ''), 'hex') : Buffer.from(data, 'base64');
}

const pages: readonly (readonly [title: string, source: string, text: string])[] = [
  ['in the markup of a web page', 'html', `<title>t</title><p>x</p>${drawing}`],
  ['in a base64 link of a web page', 'html', `<p><img src="${encoded(drawing)}" alt="a"></p>`],
  [
    'in a percent-encoded link of a web page',
    'html',
    `<p><img src="data:image/svg+xml,${encodeURIComponent(drawing)}" alt="a"></p>`,
  ],
  [
    'in an unencoded link of a web page',
    'html',
    `<p><img src='data:image/svg+xml;utf8,${drawing.replaceAll('#', '%23')}' alt="a"></p>`,
  ],
  [
    'in the markup of Markdown',
    'md',
    `A *b* ${drawing.replace('</div>', 'a <b>word</b> &amp; *more*</div>')} c\n`,
  ],
  ['in a link of Markdown', 'md', `x ![a](${encoded(drawing)})\n`],
];

for (const [title, source, text] of pages)
  for (const target of ['docx', 'odt', 'pptx'])
    test(`an SVG with foreignObject and var() ${title} becomes a PNG in ${target}`, async () => {
      await assertDrawn(await partsOf(await convert(text, source, target), '*.png'));
    });

test('draws an SVG with foreignObject and var() when Markdown is converted to rtf or fb2', async () => {
  const text = `x ![a](${encoded(drawing)})\n`;
  for (const target of ['rtf', 'fb2']) await assertDrawn(pictureOf(await convert(text, 'md', target)));
});

test('warns about a drawing that is too large for the browser, and draws the other drawings', async () => {
  const huge = drawing.replace('width="80" height="40"', 'width="20000" height="20000"');
  const text = `![a](${encoded(drawing)}) ![b](${encoded(huge)})\n`;
  const answer = await post(`${service.url}/api/convert`, [
    ['file', new File([text], 'page.md')],
    ['target', 'docx'],
  ]);
  assert.equal(answer.status, 200, answer.error.message);
  assert.equal(answer.headers.get('X-Conversion-Warnings'), 'features_not_drawn');
  await assertDrawn(await partsOf(answer.body, '*.png'));
});

test('keeps an SVG with foreignObject in an EPUB, because e-book readers render it like browsers', async () => {
  const text = (await partsOf(await convert(pages[0]?.[2] ?? '', 'html', 'epub'), '*.svg')).toString();
  assert.match(text, /foreignObject/);
  assert.doesNotMatch(text, /2000\/xmlns/);
});

test('an inline SVG of a web page becomes a PNG in a docx, even if the SVG declares namespaces', async () => {
  const page = svg('<rect width="80" height="40" fill="#0f0"/>').replace(
    '<svg ',
    '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ',
  );
  const docx = await convert(`<p>x</p>${page}`, 'html', 'docx');
  assert.doesNotMatch((await partsOf(docx, '*.svg')).toString(), /2000\/xmlns/);
  assert.equal((await sharp(await partsOf(docx, '*.png')).metadata()).format, 'png');
});

test("keeps the text of an SVG's foreignObject if the target cannot contain drawings", async () => {
  const page = svg('<foreignObject width="80" height="40"><div>Words</div></foreignObject>');
  assert.match((await convert(`<p>x</p>${page}`, 'html', 'txt')).toString(), /Words/);
});

const plain = svg('<rect width="80" height="40" fill="red"/>');

/** Returns a Word document with the drawing and without a fallback picture. */
async function wordDocument(content = drawing): Promise<Buffer<ArrayBuffer>> {
  const file = path.join(dir, 'drawing.docx');
  await writeFile(
    file,
    await convert(`<p>x</p><p><img src="${encoded(plain)}" alt="a"></p>`, 'html', 'docx'),
  );
  await promisify(execFile)('/usr/bin/python3', ['-c', replaceDrawings, file, content]);
  return readFile(file);
}

/**
 * Python program that replaces the content of each SVG in a zip file. In a Word document, the program also replaces the
 * link to the fallback picture with a link to the SVG.
 */
const replaceDrawings = `
import re, sys, zipfile
file, drawing = sys.argv[1:]
with zipfile.ZipFile(file) as old:
    parts = [(part, old.read(part)) for part in old.infolist()]
with zipfile.ZipFile(file, 'w') as new:
    for part, content in parts:
        if part.filename.endswith('.svg'):
            content = drawing.encode()
        if part.filename == 'word/document.xml':
            linked = re.search(rb'svgBlip[^>]* r:embed="([^"]*)"', content)[1]
            content = re.sub(rb'(<a:blip[^>]* r:embed=")[^"]*', rb'\\g<1>' + linked, content)
        new.writestr(part, content)
`;

test('an odt from a Word document contains a PNG of an SVG with foreignObject and var()', async () => {
  await assertDrawn(await partsOf(await convert(await wordDocument(), 'docx', 'odt'), 'Pictures/*.png'));
});

test('a PDF from a Word document shows an SVG with foreignObject and var()', async () => {
  const file = path.join(dir, 'drawing.pdf');
  await writeFile(file, await convert(await wordDocument(), 'docx', 'pdf'));
  await promisify(execFile)('/usr/bin/pdfimages', ['-png', file, path.join(dir, 'drawing')]);
  await assertDrawn(await readFile(path.join(dir, 'drawing-000.png')));
});

test('draws an SVG with foreignObject and var() when docx is converted to fb2 or rtf', async () => {
  await assertDrawn(pictureOf(await convert(await wordDocument(), 'docx', 'fb2')));
  const rtf = await convert(await wordDocument(), 'docx', 'rtf');
  await assertPrinted(await convert(Buffer.from(rtf), 'rtf', 'pdf'));
});

/** Returns an OpenDocument text written by LibreOffice, with the drawing and a red fallback picture. */
async function openDocument(): Promise<Buffer<ArrayBuffer>> {
  const odt = await convert(await wordDocument(plain), 'docx', 'odt');
  const file = path.join(dir, 'drawing.odt');
  await writeFile(file, odt);
  await promisify(execFile)('/usr/bin/python3', ['-c', replaceDrawings, file, drawing]);
  return readFile(file);
}

test('draws an SVG with foreignObject and var() when odt is converted to docx or pdf', async () => {
  await assertDrawn(await partsOf(await convert(await openDocument(), 'odt', 'docx'), 'word/media/*.png'));
  await assertPrinted(await convert(await openDocument(), 'odt', 'pdf'));
});

test('draws an SVG with foreignObject and var() when odt is converted to fb2', async () => {
  await assertDrawn(pictureOf(await convert(await openDocument(), 'odt', 'fb2')));
});

test('keeps a PNG picture when odt is converted to epub', async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const page = `<p>x</p><p><img src="data:image/png;base64,${png.toString('base64')}" alt="a"></p>`;
  const odt = await convert(page, 'html', 'odt');
  const book = await partsOf(await convert(Buffer.from(odt), 'odt', 'epub'), '*.png');
  assert.equal((await sharp(book).metadata()).width, 9);
});

/** Returns an e-book with the drawing as a file. */
const bookWithFile = async () => Buffer.from(await convert(pages[0]?.[2] ?? '', 'html', 'epub'));

/** Returns an e-book with a drawing in the markup of its chapter. */
async function bookWithMarkup(markup: string): Promise<Buffer<ArrayBuffer>> {
  const file = path.join(dir, 'markup.epub');
  await writeFile(file, await convert('<title>t</title><p>x</p><div>MARK</div>', 'html', 'epub'));
  await promisify(execFile)('/usr/bin/python3', ['-c', replaceMark, file, markup]);
  return readFile(file);
}

/** Python program that replaces the word MARK in each page of a zip file. */
const replaceMark = `
import sys, zipfile
file, markup = sys.argv[1:]
with zipfile.ZipFile(file) as old:
    parts = [(part, old.read(part)) for part in old.infolist()]
with zipfile.ZipFile(file, 'w') as new:
    for part, content in parts:
        new.writestr(part, content.replace(b'MARK', markup.encode()) if 'html' in part.filename else content)
`;

/** Returns the content of the file, starting at the first GIF. Calibre converts PNG pictures to GIF for old readers. */
const gifIn = (file: Buffer) => file.subarray(file.indexOf('GIF8'));

for (const [title, book] of [
  ['a picture file', bookWithFile],
  ['the markup', () => bookWithMarkup(drawing)],
] as const)
  test(`fb2, mobi and pdf show an SVG with foreignObject and var() in ${title} of an e-book`, async () => {
    await assertDrawn(pictureOf(await convert(await book(), 'epub', 'fb2')));
    await assertDrawn(gifIn(await convert(await book(), 'epub', 'mobi')));
    await assertPrinted(await convert(await book(), 'epub', 'pdf'));
  });

test('an inline SVG of an e-book becomes a PNG in docx', async () => {
  const areas = svg(
    '<rect width="40" height="40" fill="#00f"/><rect x="40" width="40" height="40" fill="#0f0"/>',
  );
  await assertDrawn(await partsOf(await convert(await bookWithMarkup(areas), 'epub', 'docx'), '*.png'));
});

for (const target of ['rtf', 'fb2'])
  test(`stores a web page's inline SVG as PNG in ${target}`, async () => {
    const page = `<p>x</p>${svg('<rect width="40" height="40" fill="#00f"/><rect x="40" width="40" height="40" fill="#0f0"/>')}`;
    await assertDrawn(pictureOf(await convert(page, 'html', target)));
  });

/** Files written in unusual ways can be read. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { run } from '../../samples/run.ts';
import { writeZip } from '../../samples/archives/zip.ts';
import { temporaryFolder } from '../../support/fixtures.ts';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();

async function converted(content: Uint8Array | string, name: string, target: string): Promise<Buffer> {
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  const { status, body, error } = await convertFile(new File([bytes], name), target);
  assert.equal(status, 200, `${name} to ${target}: ${error.message}`);
  return body;
}

/** Returns the bytes of the file that `make` writes to a path with the extension `ext`. */
async function made(ext: string, make: (file: string) => Promise<unknown>): Promise<Buffer> {
  await using stack = new AsyncDisposableStack();
  const file = path.join(await temporaryFolder(stack), `made.${ext}`);
  await make(file);
  return await readFile(file);
}

const pixelsOf = async (picture: Buffer) => [...(await sharp(picture).removeAlpha().raw().toBuffer())];

/**
 * Red, green and blue of 2 by 2 pixels. A bitmap stores the last row first, and the channels in the order blue, green,
 * red.
 */
const four = [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 99, 199];

for (const name of ['clipboard.dib', 'unnamed'])
  test(`reads a bitmap without a file header, which is how clipboards store bitmaps (file name: ${name})`, async () => {
    const header = Buffer.alloc(40);
    header.writeUInt32LE(40, 0);
    header.writeInt32LE(2, 4);
    header.writeInt32LE(2, 8);
    header.writeUInt16LE(1, 12);
    header.writeUInt16LE(24, 14);
    const rows = Buffer.from([255, 0, 0, 199, 99, 9, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0]);
    assert.deepEqual(await pixelsOf(await converted(Buffer.concat([header, rows]), name, 'png')), four);
  });

test('reads a MIFF with extra bytes after its picture', async () => {
  const dots = Buffer.concat([Buffer.from('P6 2 2 255\n'), Buffer.from(four)]);
  const { stdout } = await run(magickProgram('convert'), ['ppm:-', 'miff:-'], { input: dots });
  const miff = Buffer.concat([stdout, Buffer.from('\nmore\n')]);
  assert.deepEqual(await pixelsOf(await converted(miff, 'a.miff', 'png')), four);
});

for (const [name, codec] of [
  ['a.mpg', 'mpeg1video'],
  ['a.m2v', 'mpeg2video'],
] as const)
  test(`reads an ${codec} video stream without a container`, async () => {
    const flags = [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc=s=64x48:r=25:d=2',
      '-c:v',
      codec,
      '-f',
      codec,
    ];
    const video = await made(codec, (file) => run('/usr/bin/ffmpeg', [...flags, file]));
    const mp4 = await converted(video, name, 'mp4');
    const { stdout } = await run(
      '/usr/bin/ffprobe',
      ['-v', 'error', '-count_packets', '-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', '-'],
      { input: mp4 },
    );
    // Without timestamps in the stream, FFmpeg may show the first frame twice.
    assert.ok([50, 51].includes(Number(stdout.toString())), stdout.toString());
  });

test('reads a SYLK file with classic Mac OS line endings', async () => {
  const slk = ['ID;PXL', 'C;Y1;X1;K"name"', 'C;X2;K"born"', 'C;Y2;X1;K"Ada"', 'C;X2;K1815', 'E', ''];
  assert.equal((await converted(slk.join('\r'), 'a.slk', 'csv')).toString(), 'name,born\nAda,1815\n');
});

test('reads a Gettext template with the extension .pot, which PowerPoint templates also have', async () => {
  const pot = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr ""\n';
  assert.match((await converted(pot, 'app.pot', 'json')).toString(), /"Open"/);
});

test('reads a WordPerfect 1 document for Macintosh, although the document has no file header', async () => {
  const settings = Buffer.from('ce00480090ced0004800d8d0c00048004801200024c0', 'hex');
  const text = Buffer.concat([settings, Buffer.from('Notes by Ada\rof 1843\r')]);
  assert.match((await converted(text, 'a.wpd', 'txt')).toString(), /Notes by Ada\s+of 1843/);
});

test('converts a presentation from the first Keynote version to pdf', async () => {
  const apxl = `<?xml version="1.0"?><!DOCTYPE APXL><presentation version="36"><theme slide-size="800 600"/>
    <slide-list><slide><drawables/></slide></slide-list></presentation>`;
  const key = await made('key', (file) => writeZip(file, { 'presentation.apxl': apxl }));
  const pdf = await converted(key, 'a.key', 'pdf');
  assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
});

for (const target of ['md', 'txt', 'html', 'epub'])
  test(`keeps the text of text boxes when docx and odt are converted to ${target}`, async () => {
    for (const [ext, entries] of Object.entries(withTextBox)) {
      const file = await made(ext, (name) => writeZip(name, entries));
      const result = await converted(file, `a.${ext}`, target);
      const shown = target === 'epub' ? await pagesOf(result) : result.toString();
      // If a page has no title, the first words of the page become its title.
      const body = shown.replaceAll(/<title>.*?<\/title>/gs, '');
      assert.deepEqual(body.match(/Outside|Boxed/g), ['Outside', 'Boxed'], `${ext}: ${shown}`);
    }
  });

/** Returns the markup of all chapters of an e-book. */
async function pagesOf(book: Buffer): Promise<string> {
  const program = `
import io, sys, zipfile
with zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())) as book:
    names = [name for name in book.namelist() if name.endswith('html') and 'nav' not in name]
    print(*(book.read(name).decode() for name in names))`;
  return (await run('/usr/bin/python3', ['-c', program], { input: book })).stdout.toString();
}

const openXml = 'http://schemas.openxmlformats.org';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const oasis = 'urn:oasis:names:tc:opendocument:xmlns';
const textType = 'application/vnd.oasis.opendocument.text';
const withTextBox = {
  docx: {
    '[Content_Types].xml': `<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${wordType}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="a" Type="${openXml}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${openXml}/wordprocessingml/2006/main" xmlns:v="urn:schemas-microsoft-com:vml"><w:body><w:p><w:r><w:t>Outside</w:t><w:pict><v:shape style="width:200pt;height:50pt"><v:textbox><w:txbxContent><w:p><w:r><w:t>Boxed</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p></w:body></w:document>`,
  },
  odt: {
    mimetype: textType,
    'content.xml': `<office:document-content xmlns:office="${oasis}:office:1.0" xmlns:text="${oasis}:text:1.0" xmlns:draw="${oasis}:drawing:1.0" xmlns:svg="${oasis}:svg-compatible:1.0" office:version="1.2"><office:body><office:text><text:p>Outside<draw:frame text:anchor-type="paragraph" svg:width="5cm"><draw:text-box><text:p>Boxed</text:p></draw:text-box></draw:frame></text:p></office:text></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles xmlns:office="${oasis}:office:1.0" office:version="1.2"><office:styles/><office:automatic-styles/><office:master-styles/></office:document-styles>`,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${oasis}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${textType}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
  },
};

test('keeps the pictures when an emoji font without outlines is converted to WOFF 2', async () => {
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fc0' } })
    .png()
    .toBuffer();
  const { stdout: font } = await run('/usr/bin/python3', ['-c', emoji], { input: picture });
  const woff2 = await converted(font, 'emoji.ttf', 'woff2');
  const back = await converted(woff2, 'emoji.woff2', 'ttf');
  assert.ok(back.includes(picture));
});

/** Writes a font with a picture as its only character, U+1F600. */
const emoji = `
import sys
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.sbixStrike import Strike
from fontTools.ttLib.tables.sbixGlyph import Glyph
builder = FontBuilder(1000, isTTF=True)
builder.setupGlyphOrder(['.notdef', 'smile'])
builder.setupCharacterMap({0x1F600: 'smile'})
builder.setupHorizontalMetrics({'.notdef': (500, 0), 'smile': (1000, 0)})
builder.setupHorizontalHeader(ascent=800, descent=-200)
builder.setupNameTable({'familyName': 'Smiles', 'styleName': 'Regular'})
builder.setupOS2()
builder.setupPost()
strike = Strike(ppem=4, resolution=72)
strike.glyphs = {'smile': Glyph(glyphName='smile', graphicType='png ', imageData=sys.stdin.buffer.read()), '.notdef': Glyph(glyphName='.notdef')}
table = builder.font['sbix'] = newTable('sbix')
table.version, table.flags, table.numStrikes, table.strikes = 1, 1, 1, {4: strike}
builder.font.save(sys.stdout.buffer)
`;

test('converts a 46-megapixel HEIC photo with 10 bits per channel to jpg', async () => {
  const heic = await made('heic', (file) => run('/bin/sh', ['-ec', photo, 'sh', path.dirname(file), file]));
  const jpg = await converted(heic, 'photo.heic', 'jpg');
  const { width, height } = await sharp(jpg).metadata();
  assert.deepEqual([width, height], [8000, 5750]);
});

for (const target of ['avif', 'jxl'])
  test(`converts a 49-megapixel jpg photo to ${target}`, async () => {
    const [width, height] = [8064, 6048];
    const background = { r: 90, g: 120, b: 200 };
    const jpg = await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer();
    assert.ok((await converted(jpg, 'photo.jpg', target)).length > 100);
  });

/**
 * Shell script that writes a black picture. The script has two arguments: the folder for temporary files, and the path
 * of the picture. The encoder uses its fastest preset, because its default preset takes minutes.
 */
const photo = `
unset VIPSHOME
cd "$1"
vips black black.v 8000 5750 --bands 3
vips cast black.v deep.v ushort
vips copy deep.v photo.v --interpretation rgb16
vips pngsave photo.v photo.png --compression 1
heif-enc -b 10 -q 30 -p preset=ultrafast -o "$2" photo.png`;

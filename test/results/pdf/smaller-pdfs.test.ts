/**
 * Verifies that `quality` reduces the pictures of a PDF and keeps all other content. Poppler, MuPDF and qpdf read the
 * results.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { python, pythonFile } from '../../samples/run.ts';
import { makeKey } from '../../support/files/effects/pdf-files.ts';
import { bytes, outputOf, pdfInfo, textOfPages } from '../../support/results/measure.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const programs = path.join(import.meta.dirname, '../../support/results/pdf_pictures');

/** Runs the program `name`, which writes a PDF. Returns the written file, and the lines that the program prints. */
async function made(name: string): Promise<{ file: string; lines: string[] }> {
  const file = path.join(lab.dir, `${name}.pdf`);
  const { stdout } = await pythonFile(path.join(programs, `${name}.py`), [file]);
  return { file, lines: stdout.toString().trim().split('\n') };
}

const reduced = (file: string, options: OptionValues = { quality: '60' }) =>
  lab.converted('pdf', 'pdf', options, file);

interface Difference {
  /** The largest difference between the mean colours of a page, from 0 to 255. */
  colour: number;
  /** The largest mean difference between the pixels of a page, from 0 to 255. */
  pixels: number;
}

async function differences(file: string, other: string): Promise<Difference[]> {
  const { stdout } = await pythonFile(path.join(programs, 'differences.py'), [file, other]);
  return JSON.parse(stdout.toString()) as Difference[];
}

interface Picture {
  size: string;
  filter: string;
  space: string;
  masks: readonly string[];
}

/** Returns the pictures of a PDF by the text in their key `/Kind`, or by their number. */
async function picturesIn(file: string): Promise<Map<string, Picture>> {
  const listing = JSON.parse(await outputOf('/usr/bin/qpdf', ['--json=2', '--json-key=qpdf', file])) as {
    qpdf: [unknown, Readonly<Record<string, { stream?: { dict: Readonly<Record<string, unknown>> } }>>];
  };
  const streams = Object.values(listing.qpdf[1]).flatMap(({ stream }) => (stream ? [stream.dict] : []));
  const pictures = streams.filter((dict) => dict['/Subtype'] === '/Image');
  return new Map(
    pictures.map((dict, n) => [
      typeof dict['/Kind'] === 'string' ? dict['/Kind'].replace('u:', '') : String(n),
      {
        size: `${String(dict['/Width'])}x${String(dict['/Height'])}`,
        filter: String(dict['/Filter']),
        space: String([dict['/ColorSpace']].flat()[0]),
        masks: ['/SMask', '/Mask'].filter((key) => key in dict),
      },
    ]),
  );
}

/**
 * Kinds of pictures that stay unchanged. In most of these pictures, a changed value could become transparent or a wrong
 * colour. The pictures of the kind `3-bits` have only 1 bit for each value of a colour.
 */
const unchanged = ['lab', 'inks', 'matte', 'colour-key', '3-bits'];
/** Kinds of pictures that are compressed without loss. */
const lossless = ['stencil', 'bilevel', 'bilevel-inverse', 'bilevel-palette'];

test('reduces pictures of each kind, and keeps their colours, colour spaces and masks', async () => {
  const { file, lines } = await made('kinds');
  const result = await reduced(file);
  const [before, after] = [await picturesIn(file), await picturesIn(result)];
  const found = await differences(file, result);
  assert.equal(found.length, lines.length);
  for (const [n, kind] of lines.entries()) {
    const [old, now] = [before.get(kind), after.get(kind)];
    const expected = unchanged.includes(kind)
      ? ['450x300', '/FlateDecode']
      : lossless.includes(kind)
        ? ['450x300', '/CCITTFaxDecode']
        : ['292x194', '/DCTDecode'];
    assert.deepEqual([now?.size, now?.filter], expected, kind);
    assert.deepEqual(now?.masks, old?.masks, kind);
    // A picture with a palette gets the colour space of the palette.
    if (kind.endsWith('palette') && !lossless.includes(kind)) assert.match(now?.space ?? '', /^\/Device/);
    else assert.equal(now?.space, old?.space, kind);
    const { colour = 255, pixels = 255 } = found[n] ?? {};
    const mayChange = expected[1] === '/DCTDecode';
    assert.ok(
      colour <= (mayChange ? 2 : 0) && pixels <= (mayChange ? 5 : 0),
      `${kind} differs by ${colour} and ${pixels}`,
    );
  }
  // The soft mask is scaled down without the artefacts of JPEG.
  const others = [...after]
    .filter(([kind]) => !lines.includes(kind))
    .map(([, { size, filter }]) => [size, filter]);
  assert.deepEqual(others.sort(), [
    ['292x194', '/FlateDecode'],
    ['450x300', '/CCITTFaxDecode'],
    ['450x300', '/FlateDecode'],
  ]);
});

test('reduces each picture to the largest size at which any page, form, pattern or annotation draws it', async () => {
  const { file } = await made('places');
  const found = await picturesIn(await reduced(file));
  const sizes = Object.fromEntries([...found].map(([place, { size }]) => [place, size]));
  assert.deepEqual(sizes, {
    ...{ page: '778x583', rotated: '778x583', squeezed: '778x194', both: '778x583', form: '389x292' },
    ...{ pattern: '778x583', annotation: '778x583', 'mask-of-state': '778x583' },
    // The following pictures stay unchanged: they are large on the page, their size is not known, or no page draws
    // them.
    ...{ large: '1200x900', unit: '1200x900', letter: '1200x900', unseen: '1200x900' },
  });
});

const readers: readonly (readonly [program: string, ...args: string[]])[] = [
  ['/usr/bin/pdfinfo', '-struct-text', 'FILE'],
  ['/usr/bin/pdfinfo', '-dests', 'FILE'],
  ['/usr/bin/pdfinfo', '-url', 'FILE'],
  ['/usr/bin/pdftotext', 'FILE', '-'],
  ['/usr/bin/pdfdetach', '-list', 'FILE'],
  ['/usr/bin/mutool', 'show', 'FILE', 'outline'],
  ['/usr/bin/mutool', 'show', '-g', 'FILE', 'trailer/Root/AcroForm/Fields/1'],
  ['/usr/bin/mutool', 'show', '-g', 'FILE', 'trailer/Root/OCProperties/OCGs/1'],
];

test('keeps the tags, links, fields, bookmarks, attachments and layers of a pdf', async () => {
  const { file } = await made('document');
  const result = await reduced(file);
  assert.ok((await bytes(result)) < 0.1 * (await bytes(file)), 'the pictures are reduced');
  const read = (pdf: string) =>
    Promise.all(
      readers.map(([program, ...args]) =>
        outputOf(
          program,
          args.map((arg) => (arg === 'FILE' ? pdf : arg)),
        ),
      ),
    );
  const [before, after] = [await read(file), await read(result)];
  const withoutNumbers = (text: string) => text.replaceAll(/\d+ 0 R|Object \d+ 0|^\d+ 0 obj/gm, 'object');
  for (const [n, text] of before.entries())
    assert.equal(withoutNumbers(after[n] ?? ''), withoutNumbers(text), readers[n]?.join(' '));
  const [tags, dests, links, , attachments, bookmarks, field, layer] = after;
  assert.match(tags ?? '', /Heading of page 2/);
  assert.match(dests ?? '', /"second"/);
  assert.match(links ?? '', /harbour\.example/);
  assert.match(attachments ?? '', /notes\.txt/);
  assert.match(bookmarks ?? '', /Second page/);
  assert.match(field ?? '', /\/V\s*\(Ada\)/);
  assert.match(layer ?? '', /Print only/);
  assert.match(await pdfInfo(result), /^Tagged:\s+yes$/m);
  for (const { colour, pixels } of await differences(file, result)) assert.ok(colour < 1 && pixels < 2);
  // The file has one copy of each of the 3 pictures, and one soft mask.
  assert.equal((await picturesIn(result)).size, 4);
  assert.deepEqual(
    await readFile(await reduced(file)),
    await readFile(result),
    'a second conversion is identical',
  );
  for (const { pixels } of await differences(result, await reduced(result)))
    assert.equal(pixels, 0, 'no picture is compressed twice');
});

test('reduces a tagged pdf of 100 pages and 4,000 lines within seconds, and keeps its tags', async () => {
  const line = (page: number, n: number) => `<p>Line ${n} of page ${page} has words about the harbour.</p>`;
  const page = (n: number) => `<div>${Array.from({ length: 40 }, (_, m) => line(n, m)).join('')}</div>`;
  const style = '<style>div { break-after: page } p { margin: 2pt; font-size: 9pt }</style>';
  const source = path.join(lab.dir, 'pages.html');
  await writeFile(source, style + Array.from({ length: 100 }, (_, n) => page(n)).join(''));
  const file = await lab.converted('html', 'pdf', {}, source);
  const began = performance.now();
  const result = await reduced(file);
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds < 20, `${seconds.toFixed(1)} s`);
  assert.ok((await bytes(result)) <= (await bytes(file)));
  assert.match(await pdfInfo(result), /^Tagged:\s+yes$/m);
  assert.equal(await textOfPages(result), await textOfPages(file));
});

test('stores identical pictures and fonts of merged files once', async () => {
  const { file } = await made('document');
  const twice = path.join(lab.dir, 'twice.pdf');
  await python(joined, [file, twice]);
  const result = await reduced(twice);
  assert.equal((await picturesIn(twice)).size, 8);
  assert.equal((await picturesIn(result)).size, 4);
  for (const { colour, pixels } of await differences(twice, result)) assert.ok(colour < 1 && pixels < 2);
});

/** Joins two copies of a PDF without merging their objects. */
const joined = `
import sys, pikepdf
with pikepdf.open(sys.argv[1]) as one, pikepdf.open(sys.argv[1]) as other, pikepdf.new() as pdf:
    pdf.pages.extend(one.pages)
    pdf.pages.extend(other.pages)
    pdf.save(sys.argv[2])
`;

test('warns that smaller pictures break the signature of a pdf, and does not change a signed pdf without pictures', async () => {
  const { file: key } = await makeKey(lab.dir, 'rsa', 'secret');
  const sign = { sign_certificate: key, sign_password: 'secret' };
  const { file } = await made('document');
  const signed = await reduced(file, sign);
  const { headers } = await lab.send(signed, 'pdf', 'pdf', { quality: '60' });
  assert.match(headers.get('x-conversion-warnings') ?? '', /signatures_broken/);
  const text = await reduced(await lab.converted('docx', 'pdf', {}), sign);
  const kept = await lab.send(text, 'pdf', 'pdf', { quality: '60' });
  assert.doesNotMatch(kept.headers.get('x-conversion-warnings') ?? '', /signatures_broken/);
  assert.deepEqual(kept.body, await readFile(text));
});

test('keeps the restrictions of an encrypted pdf that is reduced to max_size', async () => {
  const { file } = await made('document');
  const restricted = await reduced(file, { permissions: 'print' });
  const most = 400_000;
  for (const options of [{ quality: '60' }, { max_size: String(most) }]) {
    const result = await reduced(restricted, options);
    assert.match(await pdfInfo(result), /^Encrypted:\s+yes \(print:yes copy:no/m);
    assert.ok((await bytes(result)) < most);
  }
  assert.ok(
    (await bytes(await reduced(file, { max_size: String(most) }))) > most / 2,
    'the best quality that fits',
  );
  const { status, error } = await lab.send(file, 'pdf', 'pdf', { max_size: '2000' });
  assert.deepEqual([status, error.details?.['reason']], [400, 'max_size_unreachable']);
});

test('returns a pdf with form fields and a non-UTF-8 name unchanged', async () => {
  const { file } = await made('document');
  const named = path.join(lab.dir, 'named.pdf');
  await python(withOddName, [file, named]);
  const { status, body } = await lab.send(named, 'pdf', 'pdf', { quality: '60' });
  assert.equal(status, 200);
  await writeFile(`${named}.result.pdf`, body);
  assert.equal(await textOfPages(`${named}.result.pdf`), await textOfPages(named));
});

/** Adds a key that is not UTF-8 to a PDF. */
const withOddName = `
import sys, pikepdf
with pikepdf.open(sys.argv[1]) as pdf:
    pdf.Root.Held = pikepdf.Object.parse(b'<< /Letters#ce#cc 1 >>')
    pdf.save(sys.argv[2])
`;

test('reduces pictures in forms that contain themselves or many other forms', async () => {
  const nested = path.join(lab.dir, 'nested.pdf');
  await python(nestedForms, [nested]);
  const result = await reduced(nested);
  assert.deepEqual(
    [...(await picturesIn(result)).values()].map(({ size, filter }) => [size, filter]),
    [['800x800', '/DCTDecode']],
    'the deepest forms are not read, so the picture may be larger than it seems',
  );
});

/**
 * Writes a PDF with 40 forms. Each form draws a picture, and then draws the next form twice. The last form draws itself
 * twice.
 */
const nestedForms = `
import sys, zlib, pikepdf
from PIL import Image
from pikepdf import Array, Dictionary, Name
pdf = pikepdf.new()
picture = pdf.make_stream(b'')
picture.write(zlib.compress(Image.effect_noise((800, 800), 40).tobytes()), filter=Name.FlateDecode)
picture.Type, picture.Subtype, picture.ColorSpace = Name.XObject, Name.Image, Name.DeviceGray
picture.Width = picture.Height = 800
picture.BitsPerComponent = 8
forms = [pdf.make_stream(b'q /P Do Q q 0.9 0 0 0.9 0 0 cm /N Do Q q 0.5 0 0 0.5 0 0 cm /N Do Q') for _ in range(40)]
for form, inner in zip(forms, [*forms[1:], forms[-1]]):
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 1, 1])
    form.Resources = Dictionary(XObject=Dictionary(P=picture, N=inner))
page = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, 300, 300]), Resources=Dictionary(XObject=Dictionary(N=forms[0])))
page.Contents = pdf.make_stream(b'100 0 0 100 0 0 cm /N Do')
pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
pdf.save(sys.argv[1])
`;

/**
 * Tests that files in rare variants of formats are converted, or refused with the name of the unsupported feature. A
 * file in a rare variant is never reported as damaged.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import iconv from 'iconv-lite';
import sharp from 'sharp';
import { run } from '../../samples/run.ts';
import { codedPicture, fullBox, heifFile, numbers, type HeifItem } from '../../support/files/heif.ts';
import { photoshopFile } from '../../support/files/photoshop.ts';
import { lockedRar4, lockedRar5, rar4, rar5 } from '../../support/files/rar.ts';
import { temporaryFolder } from '../../support/fixtures.ts';
import { memoize } from '../../support/memoize.ts';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();

interface Source {
  name: string;
  bytes: Buffer;
  target: string;
  options?: Record<string, string>;
}

const send = ({ name, bytes, target, options }: Source) =>
  convertFile(new File([new Uint8Array(bytes)], name), target, options);

async function converted(source: Source): Promise<{ body: Buffer; warnings: string }> {
  const { status, body, headers, error } = await send(source);
  assert.equal(status, 200, `${source.name} to ${source.target}: ${error.message}`);
  return { body, warnings: headers.get('x-conversion-warnings') ?? '' };
}

async function refusal(source: Source): Promise<unknown[]> {
  const { status, error } = await send(source);
  assert.equal(status, 400, `${source.name} to ${source.target}`);
  return [error.details?.['reason'], error.details?.['feature']];
}

test('extracts all files of a single-volume RAR archive', async () => {
  for (const bytes of [rar5({}), rar5({ number: 0 }), rar4({}), rar4({ number: 0 })]) {
    const { body } = await converted({ name: 'a.rar', bytes, target: 'tar' });
    for (const file of ['whole.txt', 'second.txt']) assert.ok(body.includes(file), file);
  }
});

const volumes = {
  'the first volume of a RAR 5 archive': rar5({ number: 0, continues: true }),
  'the second volume of a RAR 5 archive': rar5({ number: 1 }),
  'the first volume of a RAR 4 archive': rar4({ number: 0, continues: true }),
  'the second volume of a RAR 4 archive': rar4({ number: 1 }),
  'the first volume of a RAR 2 archive without an end record': rar4({
    number: 0,
    continues: true,
    hasEnd: false,
  }),
};

for (const [name, bytes] of Object.entries(volumes))
  test(`refuses ${name} because the archive has several volumes`, async () => {
    const found = await refusal({ name: 'a.rar', bytes, target: 'zip' });
    assert.deepEqual(found, ['unsupported_feature', 'multi-volume RAR archive']);
  });

for (const [name, bytes] of Object.entries({ 'RAR 4': lockedRar4(), 'RAR 5': lockedRar5() }))
  test(`refuses a ${name} archive with encrypted file names if its password is missing or wrong`, async () => {
    const source = { name: 'a.rar', bytes, target: 'zip' };
    assert.deepEqual(await refusal(source), ['password_required', undefined]);
    assert.deepEqual(await refusal({ ...source, options: { password: 'x' } }), ['wrong_password', undefined]);
  });

test('refuses a Zstandard stream that was compressed with a dictionary', async () => {
  await using stack = new AsyncDisposableStack();
  const dir = await temporaryFolder(stack);
  const make =
    'cd "$1"; for n in $(seq 99); do echo "line $n of a list of lines" >l.$n; done; zstd -q --train l.* -o d; zstd -qD d l.1 -o a.zst';
  await run('/bin/sh', ['-ec', make, 'sh', dir]);
  const bytes = await readFile(path.join(dir, 'a.zst'));
  const found = await refusal({ name: 'a.zst', bytes, target: 'zip' });
  assert.deepEqual(found, ['unsupported_feature', 'Zstandard dictionary']);
});

test('refuses each volume of a split zip', async () => {
  await using stack = new AsyncDisposableStack();
  const dir = await temporaryFolder(stack);
  await run('/bin/sh', ['-ec', 'cd "$1"; seq 40000 >a; 7zz a -tzip -mx0 whole.zip a >/dev/null', 'sh', dir]);
  const whole = await readFile(path.join(dir, 'whole.zip'));
  const last = Buffer.from(whole);
  // Sets two fields to 1: the number of this volume, and the number of the volume with the directory.
  const end = last.lastIndexOf('PK\x05\x06');
  last.writeUInt16LE(1, end + 4);
  last.writeUInt16LE(1, end + 6);
  const first = Buffer.concat([Buffer.from('PK\x07\x08'), whole.subarray(0, 65_536)]);
  // The last part of a split zip usually begins in the middle of an entry, as the third tested file does.
  for (const bytes of [first, last, last.subarray(65_536)]) {
    const found = await refusal({ name: 'a.zip', bytes, target: 'tar' });
    assert.deepEqual(found, ['unsupported_feature', 'multi-volume zip archive']);
  }
});

test('reports one part of a split archive as a split file, not as a truncated file', async () => {
  await using stack = new AsyncDisposableStack();
  const dir = await temporaryFolder(stack);
  const make =
    'cd "$1"; seq 40000 >a; 7zz a -v8k a.7z a >/dev/null; tar cf b.tar a; split -b 100k -d -a 3 --numeric-suffixes=1 b.tar b.tar.';
  await run('/bin/sh', ['-ec', make, 'sh', dir]);
  for (const name of ['a.7z.001', 'b.tar.001']) {
    const found = await refusal({ name, bytes: await readFile(path.join(dir, name)), target: 'zip' });
    assert.deepEqual(found, ['unsupported_feature', 'split file'], name);
  }
});

const colour = [230, 40, 60] as const;

for (const [name, picture] of Object.entries({
  'a PSD with 16 bits per channel': { mode: 3, depth: 16, channels: colour },
  'a PSD with 32 bits per channel': { mode: 3, depth: 32, channels: colour },
  'a PSB': { version: 2, mode: 3, depth: 8, channels: colour },
  // In CIELAB, the colour `colour` has these channel values. L is scaled to 255, and 128 is added to a and b.
  'a PSD in CIELAB': { mode: 9, depth: 8, channels: [125, 198, 164] },
} as const))
  test(`converts ${name} to png with the right colours`, async () => {
    const ext = 'version' in picture ? 'psb' : 'psd';
    const { body } = await converted({ name: `a.${ext}`, bytes: photoshopFile(picture), target: 'png' });
    const shown = await sharp(body).toColourspace('srgb').removeAlpha().raw().toBuffer();
    for (const [n, value] of colour.entries())
      assert.ok(Math.abs((shown[n] ?? 0) - value) < 12, String([...shown.subarray(0, 3)]));
  });

test('refuses Photoshop files with multichannel colours or zip compression, which engines misread', async () => {
  const multichannel = photoshopFile({ mode: 7, depth: 8, channels: [255, 0] });
  const zipped = photoshopFile({ mode: 3, depth: 8, compression: 2, channels: colour });
  for (const target of ['png', 'jpg']) {
    const found = await refusal({ name: 'a.psd', bytes: multichannel, target });
    assert.deepEqual(found, ['unsupported_feature', 'Photoshop multichannel colours']);
  }
  const found = await refusal({ name: 'a.psd', bytes: zipped, target: 'png' });
  assert.deepEqual(found, ['unsupported_feature', 'Photoshop zip compression']);
});

const [width, height] = [128, 64];

/** Encodes a picture of one colour with heif-enc. Returns the HEVC data and the properties of the picture. */
const coded = memoize(async (background: string) => {
  await using stack = new AsyncDisposableStack();
  const dir = await temporaryFolder(stack);
  const [png, heic] = [path.join(dir, 'a.png'), path.join(dir, 'a.heic')];
  await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toFile(png);
  await run('/usr/bin/heif-enc', [png, '-o', heic]);
  return codedPicture(await readFile(heic));
});

const item = async (more: Partial<HeifItem> = {}): Promise<HeifItem> => ({
  kind: 'hvc1',
  ...(await coded('red')),
  ...more,
});

async function shownSize(bytes: Buffer): Promise<{ size: unknown[]; red: number; warnings: string }> {
  const { body, warnings } = await converted({ name: 'a.heic', bytes, target: 'png' });
  const { data, info } = await sharp(body).raw().toBuffer({ resolveWithObject: true });
  return { size: [info.width, info.height], red: data[0] ?? 0, warnings };
}

for (const brand of ['mif1', 'msf1', 'heix', 'hevx', 'miaf', 'tmap'])
  test(`converts a HEIC file with the brand ${brand} to png`, async () => {
    const { size, red } = await shownSize(heifFile({ items: [await item()], primary: 1, brand }));
    assert.deepEqual(size, [width, height]);
    assert.ok(red > 240, String(red));
  });

test('joins the tiles of a HEIC picture that is converted to png', async () => {
  const tile = await item({ hidden: true });
  const layout = Buffer.concat([Buffer.from([0, 0, 0, 1]), numbers(2, 2 * width, height)]);
  const extent = fullBox('ispe', 0, numbers(4, 2 * width, height));
  const grid = { kind: 'grid', data: layout, properties: [extent] };
  const references = [{ kind: 'dimg', from: 3, to: [1, 2] }];
  const { size, warnings } = await shownSize(heifFile({ items: [tile, tile, grid], primary: 3, references }));
  assert.deepEqual([size, warnings], [[2 * width, height], '']);
});

test('warns that the depth map or the second picture of a HEIC is lost', async () => {
  const picture = await item();
  const depth = fullBox('auxC', 0, Buffer.from('urn:mpeg:hevc:2015:auxid:2\0'));
  const map = { ...picture, properties: [...picture.properties, depth], hidden: true };
  const references = [{ kind: 'auxl', from: 2, to: [1] }];
  const withDepth = await shownSize(heifFile({ items: [picture, map], primary: 1, references }));
  assert.match(withDepth.warnings, /content_left_out/);
  const two = await shownSize(heifFile({ items: [picture, picture], primary: 1 }));
  assert.match(two.warnings, /content_left_out/);
  const one = await shownSize(heifFile({ items: [picture], primary: 1 }));
  assert.equal(one.warnings, '');
});

test('refuses a HEIF picture with an unsupported coding, and names the coding', async () => {
  const bytes = heifFile({ items: [await item({ kind: 'vvc1' })], primary: 1, brand: 'mif1' });
  for (const target of ['png', 'avif', 'gif']) {
    const found = await refusal({ name: 'a.heic', bytes, target });
    assert.deepEqual(found, ['unsupported_feature', 'HEIF coding vvc1']);
  }
});

/**
 * Returns a PDF with an XFA form and a page that only has the words "Please wait". `catalogue` adds catalogue entries,
 * and `form` is the form dictionary. If `isPacked` is true, the form is in a compressed object stream.
 */
function waitingPage({
  catalogue,
  form,
  isPacked = false,
}: {
  catalogue: string;
  form: string;
  isPacked?: boolean;
}): Buffer {
  const content = 'BT /F 14 Tf 40 700 Td (Please wait...) Tj ET';
  const packed = deflateSync(`${form.length + 1} 0 ${form} `);
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R ${catalogue}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    isPacked ? '<<>>' : form,
    '<</Length 8>>\nstream\n<xdp:xdp\nendstream',
    `<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n${packed.toString('latin1')}\nendstream`,
  ];
  const body = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`);
  const offsets = body.map((_, n) => 9 + body.slice(0, n).join('').length);
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const start = 9 + body.join('').length;
  const tail = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer <</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(`%PDF-1.7\n${body.join('')}${tail}`, 'latin1');
}

const empty = '<</Fields[]/XFA 7 0 R>>';
const dynamic = {
  'with the entry NeedsRendering': waitingPage({ catalogue: '/NeedsRendering true', form: empty }),
  'without fields': waitingPage({ catalogue: '', form: empty }),
  'in a compressed object': waitingPage({ catalogue: '', form: empty, isPacked: true }),
};

for (const [name, bytes] of Object.entries(dynamic))
  test(`refuses to convert a PDF with a dynamic XFA form to other formats (form ${name})`, async () => {
    for (const target of ['txt', 'png', 'docx'])
      assert.deepEqual(await refusal({ name: 'a.pdf', bytes, target }), [
        'unsupported_feature',
        'dynamic XFA form',
      ]);
    await converted({ name: 'a.pdf', bytes, target: 'pdf' });
  });

test('converts the pages of a PDF if its XFA form also has ordinary form fields', async () => {
  const bytes = waitingPage({ catalogue: '', form: '<</Fields[3 0 R]/XFA 7 0 R>>' });
  const { body } = await converted({ name: 'a.pdf', bytes, target: 'txt' });
  assert.match(body.toString(), /Please wait/);
});

test('reads a UTF-7 csv, and warns if the encoding is a guess', async () => {
  const bytes = iconv.encode('name,city\nJürgen,Köln\n', 'utf-7');
  const guessed = await converted({ name: 'a.csv', bytes, target: 'json' });
  assert.deepEqual(JSON.parse(guessed.body.toString()), [{ name: 'Jürgen', city: 'Köln' }]);
  assert.match(guessed.warnings, /encoding_guessed/);
  const marked = Buffer.concat([Buffer.from('+/v8-'), bytes]);
  assert.equal((await converted({ name: 'a.csv', bytes: marked, target: 'json' })).warnings, '');
  const named = await converted({
    name: 'a.txt',
    bytes: Buffer.from('f+APw-r'),
    target: 'html',
    options: { encoding: 'utf-7' },
  });
  assert.match(named.body.toString(), /für/);
});

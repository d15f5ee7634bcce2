/**
 * Conversions to the same format never make files larger, apply options and otherwise change nothing (contract §3.11).
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { run } from '../../samples/run.ts';
import { bytes, outputOf, pdfInfo, size } from '../../support/results/measure.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const again = (ext: string, options: OptionValues, file?: string) => lab.converted(ext, ext, options, file);

/**
 * Writes a photo of many tones with camera data, a location, XMP and a profile, if the format supports them. Returns
 * its path.
 */
async function photo(ext: string): Promise<string> {
  const plasma = path.join(lab.dir, 'plasma.png');
  await run(magickProgram('convert'), ['-size', '640x480', '-seed', '7', 'plasma:', '-depth', '8', plasma]);
  const file = path.join(lab.dir, `photo.${ext}`);
  const exif = {
    IFD0: { Copyright: 'secret owner' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
  };
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret-xmp/></x:xmpmeta>';
  const image = sharp(plasma).withIccProfile('p3').withExif(exif).withXmp(xmp);
  await image.toFile(file);
  return file;
}

const rawOf = (file: string) => sharp(file, { pages: -1 }).raw().toBuffer();

for (const [ext, code] of [
  ['jpg', (image) => image.jpeg({ quality: 85, optimiseCoding: false })],
  ['png', (image) => image.png({ compressionLevel: 1 })],
  ['tiff', (image) => image.tiff({ compression: 'none' })],
  ['webp', (image) => image.webp({ lossless: true, effort: 0 })],
] as const satisfies readonly (readonly [string, (image: Sharp) => Sharp])[]) {
  test(`makes ${ext} files smaller without changing their pixels`, async () => {
    const plain = path.join(lab.dir, `plain.${ext}`);
    await code(sharp(await photo('png'))).toFile(plain);
    const result = await again(ext, {}, plain);
    assert.ok((await bytes(result)) < (await bytes(plain)), `${await bytes(result)} < ${await bytes(plain)}`);
    assert.ok((await rawOf(result)).equals(await rawOf(plain)), 'pixels');
    const once = await again(ext, {}, result);
    assert.ok((await readFile(once)).equals(await readFile(result)), 'the same bytes');
  });
}

for (const ext of ['jpg', 'png', 'webp', 'gif', 'avif', 'tiff']) {
  test(`rotates and resizes a picture when ${ext} is converted to ${ext}`, async () => {
    const corner = path.join(lab.dir, `corner.${ext}`);
    const red = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const create = { width: 64, height: 48, channels: 3, background: 'blue' } as const;
    await sharp({ create })
      .composite([{ input: red, left: 0, top: 0 }])
      .toFile(corner);
    const turned = await again(ext, { rotate: '90' }, corner);
    assert.equal(await size(turned), '48x64');
    assert.match(await seen(turned, 44, 3), /^red/);
    assert.match(await seen(await again(ext, { rotate: '180' }, corner), 60, 44), /^red/);
    assert.match(await seen(await again(ext, { rotate: '270' }, corner), 3, 60), /^red/);
    assert.equal(await size(await again(ext, { width: '32' }, corner)), '32x24');
    assert.equal(
      await size(await lab.converted(ext, ext === 'png' ? 'jpg' : 'png', { rotate: '90' }, corner)),
      '48x64',
    );
  });
}

test('rotates a picture that is converted to another format', async () => {
  const wide = path.join(lab.dir, 'wide.png');
  await sharp({ create: { width: 64, height: 48, channels: 3, background: 'blue' } }).toFile(wide);
  for (const to of ['bmp', 'ico', 'psd', 'tga', 'heic', 'jp2'])
    assert.equal(await size(await lab.converted('png', to, { rotate: '90' }, wide)), '48x64', to);
  const bmp = await lab.converted('png', 'bmp', {}, wide);
  assert.equal(await size(await lab.converted('bmp', 'png', { rotate: '270' }, bmp)), '48x64');
});

async function seen(file: string, left: number, top: number): Promise<string> {
  const [r = 0, , b = 0] = await sharp(file)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return r > 200 && b < 60 ? 'red' : b > 200 && r < 60 ? 'blue' : `${r} ${b}`;
}

for (const ext of ['jpg', 'webp', 'avif', 'png']) {
  test(`compresses ${ext} to the requested max_size, and never enlarges a smaller file`, async () => {
    const file = await photo(ext);
    const most = Math.floor((await bytes(file)) * 0.5);
    const fits = await bytes(await again(ext, { max_size: String(most) }, file));
    assert.ok(fits <= most, `${fits} of ${most}`);
    const whole = await again(ext, { max_size: '100mb' }, file);
    assert.ok((await bytes(whole)) <= (await bytes(file)));
    const better = await again(ext, { quality: '100' }, file);
    assert.ok((await bytes(better)) <= (await bytes(file)), 'the quality cannot exceed that of the source');
  });
}

test('does not enlarge the file of a low-quality picture whose width is slightly reduced', async () => {
  for (const ext of ['jpg', 'webp']) {
    const low = path.join(lab.dir, `low.${ext}`);
    await sharp(await photo('png'))
      .toFormat(ext === 'jpg' ? 'jpeg' : 'webp', { quality: 30 })
      .toFile(low);
    assert.ok((await bytes(await again(ext, { width: '620' }, low))) <= (await bytes(low)), ext);
  }
});

for (const ext of ['jpg', 'png', 'webp', 'avif']) {
  test(`strip_metadata removes the camera metadata and the location from ${ext}`, async () => {
    const file = await photo(ext);
    assert.ok((await sharp(file).metadata()).exif, 'the photo has camera data');
    const result = await again(ext, { strip_metadata: 'true' }, file);
    const { exif, xmp, iptc, hasProfile, icc } = await sharp(result).metadata();
    assert.deepEqual([exif, xmp, iptc, hasProfile], [undefined, undefined, undefined, true]);
    assert.ok(icc && icc.length > 0);
    const content = await readFile(result, 'latin1');
    assert.ok(!content.includes('secret'), 'not even as bytes');
    const kept = await sharp(await again(ext, {}, file)).metadata();
    assert.ok(kept.exif && kept.icc, 'all metadata is kept without the option');
  });
}

test("applies a photo's Exif orientation if metadata is removed or the photo is rotated", async () => {
  for (const width of [64, 61]) {
    const file = path.join(lab.dir, `sideways-${width}.jpg`);
    const create = { width, height: 48, channels: 3, background: 'blue' } as const;
    await sharp({ create }).jpeg().withMetadata({ orientation: 6 }).toFile(file);
    assert.equal(await size(await again('jpg', { strip_metadata: 'true' }, file)), `48x${width}`);
    assert.equal(await size(await again('jpg', { rotate: '90' }, file)), `${width}x48`);
    const shown = await sharp(await again('jpg', {}, file))
      .autoOrient()
      .toBuffer({ resolveWithObject: true });
    assert.deepEqual([shown.info.width, shown.info.height], [48, width]);
  }
});

test('keeps the frames and delays of an animation that is converted to the same format', async () => {
  for (const ext of ['gif', 'webp']) {
    const before = await sharp(await lab.samples.get(ext), { pages: -1 }).metadata();
    for (const options of [
      {},
      { rotate: '90' },
      { width: '20' },
      ...(ext === 'gif' ? [{ quality: '20' }] : []),
    ]) {
      const after = await sharp(await again(ext, options), { pages: -1 }).metadata();
      const pace = ({ pages, delay, loop }: Metadata) => ({ pages, delay, loop });
      assert.deepEqual(pace(after), pace(before), JSON.stringify({ ext, ...options }));
    }
  }
});

test('keeps all pages of a tiff that is converted to tiff', async () => {
  const pagesOf = async (file: string) => (await sharp(file).metadata()).pages;
  const before = await pagesOf(await lab.samples.get('tiff'));
  assert.ok((before ?? 0) > 1);
  for (const options of [{}, { rotate: '90' }, { width: '20' }] as const)
    assert.equal(await pagesOf(await again('tiff', options)), before);
});

const words = (file: string, ...more: string[]) => outputOf('/usr/bin/pdftotext', [...more, file, '-']);

test('makes a pdf smaller without changing its text or pages', async () => {
  const loose = path.join(lab.dir, 'loose.pdf');
  await run('/usr/bin/qpdf', [
    '--stream-data=uncompress',
    '--object-streams=disable',
    await lab.samples.get('pdf'),
    loose,
  ]);
  const result = await again('pdf', {}, loose);
  assert.ok((await bytes(result)) < (await bytes(loose)));
  assert.equal(await words(result), await words(loose));
  const once = await again('pdf', {}, result);
  assert.ok((await readFile(once)).equals(await readFile(result)));
});

test('does not change a signed pdf that is converted to pdf without options', async () => {
  const signed = path.join(lab.dir, 'signed.pdf');
  await writeFile(
    signed,
    `${await readFile(await lab.samples.get('pdf'), 'latin1')}\n%/ByteRange\n`,
    'latin1',
  );
  assert.ok((await readFile(await again('pdf', {}, signed))).equals(await readFile(signed)));
});

test('selects and rotates pages of a pdf', async () => {
  const result = await again('pdf', { pages: '1', rotate: '90' });
  assert.match(await pdfInfo(result), /Pages: +1\n/);
  assert.match(await pdfInfo(result), /Page rot: +90/);
  for (const shown of await lab.pages('pdf', 'png', { rotate: '90' })) {
    const [wide = 0, high = 0] = shown.split('x').map(Number);
    assert.ok(wide > high, 'the picture of a page is rotated');
  }
  assert.match(await pdfInfo(await lab.converted('docx', 'pdf', { rotate: '270' })), /Page rot: +270/);
});

test('encrypts a pdf so that only the password opens it', async () => {
  for (const password of ['s3cret', '@/etc/passwd', '-x "y" \\ ü%s']) {
    const locked = await again('pdf', { new_password: password });
    await assert.rejects(words(locked), 'the pdf is locked');
    const refusal = await lab.send(locked, 'pdf', 'pdf', { password: 'wrong' });
    assert.deepEqual([refusal.status, refusal.error.details?.['reason']], [400, 'wrong_password']);
    const missing = await lab.send(locked, 'pdf', 'pdf', {});
    assert.deepEqual([missing.status, missing.error.details?.['reason']], [400, 'password_required']);
    const open = await again('pdf', { password }, locked);
    assert.equal(await words(open), await words(await lab.samples.get('pdf')));
  }
  const letter = await lab.converted('docx', 'pdf', { new_password: 'abc', max_size: '1mb' });
  assert.match(await words(letter, '-upw', 'abc'), /\w/);
  await assert.rejects(words(letter));
});

test('restricts the permissions of a pdf that can be opened without a password', async () => {
  const result = await again('pdf', { permissions: 'print,forms' });
  assert.match(
    await pdfInfo(result),
    /Encrypted: +yes \(print:yes copy:no change:no addNotes:no algorithm:AES-256\)/,
  );
  const open = await again('pdf', {}, result);
  assert.match(await pdfInfo(open), /copy:no/, 'the permissions are kept');
  assert.match(await pdfInfo(await lab.converted('png', 'pdf', { permissions: 'none' })), /print:no/);
});

test('applies max_size to a pdf, even if the request also encrypts the pdf', async () => {
  const large = await lab.converted('png', 'pdf', {}, await photo('png'));
  const most = Math.floor((await bytes(large)) * 0.4);
  for (const lock of [{}, { new_password: 'abc' }]) {
    const fits = await bytes(await again('pdf', { max_size: String(most), ...lock }, large));
    assert.ok(fits <= most, `${fits} of ${most}`);
  }
});

test('the error names an option that has an invalid value or does not apply to the format', async () => {
  for (const [ext, field, value] of [
    ['jpg', 'rotate', '45'],
    ['pdf', 'permissions', 'everything'],
    ['pdf', 'new_password', ''],
    ['png', 'pages', '1'],
    ['pdf', 'width', '10'],
  ] as const) {
    const { status, error } = await lab.send(await lab.samples.get(ext), ext, ext, { [field]: value });
    assert.deepEqual([status, error.code, error.details?.['field']], [400, 'bad_request', field]);
  }
});

test('lists the route from png to png as a single step', async () => {
  const { routes } = await lab.formats('?source=png&target=png');
  assert.deepEqual(
    routes.map(({ steps }) => steps),
    [[{ engine: 'sharp-smaller', from: 'png', to: 'png' }]],
  );
});

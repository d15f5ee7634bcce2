/** Tests that unreadable files of each format category are refused quickly, with the reason. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { python, run } from '../../samples/run.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
const { dir } = lab;

async function reasonFor(from: string, to: string, content: string | Buffer): Promise<unknown> {
  const file = path.join(dir, `bad.${from}`);
  await writeFile(file, content);
  const { status, error } = await lab.send(file, from, to, {});
  assert.equal(status, 400, error.message);
  return error.details?.['reason'];
}

/** One conversion per format category. */
const everyday: readonly (readonly [from: string, to: string])[] = [
  ['png', 'jpg'],
  ['mp4', 'mp3'],
  ['wav', 'mp3'],
  ['srt', 'vtt'],
  ['docx', 'pdf'],
  ['xlsx', 'csv'],
  ['epub', 'mobi'],
  ['zip', 'tar'],
  ['ttf', 'woff2'],
  ['json', 'yaml'],
];

describe('refuses empty files', () => {
  for (const [from, to] of everyday)
    test(`refuses an empty file declared as ${from}`, async () =>
      assert.equal(await reasonFor(from, to, ''), 'empty_file'));
});

describe('refuses files that contain only white space or only zero bytes', () => {
  for (const [from, to] of everyday) {
    test(`refuses a file declared as ${from} that contains only white space or NUL bytes`, async () => {
      assert.equal(await reasonFor(from, to, Buffer.alloc(4096)), 'unreadable_file');
      assert.match(String(await reasonFor(from, to, ' \n'.repeat(50))), /^(unreadable_file|no_\w+)$/);
    });
  }
});

const word = (value: number, bytes: 2 | 4, order: 'little' | 'big' = 'little') => {
  const buffer = Buffer.alloc(bytes);
  if (order === 'little') buffer.writeUIntLE(value, 0, bytes);
  else buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

const latin1 = (text: string) => Buffer.from(text, 'latin1');

function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin1(kind), data]);
  return Buffer.concat([word(data.length, 4, 'big'), body, word(crc32(body), 4, 'big')]);
}

const [wide, side] = [100_000, 65_000];

/** Small image files (a few bytes) that declare more pixels than the limit. */
const huge: Readonly<Record<string, () => Buffer>> = {
  png: () =>
    Buffer.concat([
      latin1('\x89PNG\r\n\x1a\n'),
      pngChunk('IHDR', Buffer.concat([word(wide, 4, 'big'), word(wide, 4, 'big'), latin1('\x08\x02\0\0\0')])),
      pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
  gif: () =>
    Buffer.concat([
      ...[latin1('GIF89a'), word(side, 2), word(side, 2), latin1('\x80\0\0\0\0\0\xff\xff\xff')],
      ...[latin1(','), word(0, 4), word(side, 2), word(side, 2), latin1('\0\x02\x02\x44\x01\0;')],
    ]),
  bmp: () =>
    Buffer.concat([
      ...[latin1('BM'), word(1078, 4), word(0, 4), word(54, 4), word(40, 4), word(wide, 4), word(wide, 4)],
      ...[word(1, 2), word(24, 2), Buffer.alloc(24), Buffer.alloc(1024)],
    ]),
  ppm: () => latin1(`P6\n${wide} ${wide}\n255\n${'x'.repeat(300)}`),
  qoi: () =>
    Buffer.concat([
      latin1('qoif'),
      word(wide, 4, 'big'),
      word(wide, 4, 'big'),
      latin1('\x03\0'),
      latin1('\0\0\0\0\0\0\0\x01'),
    ]),
  tga: () =>
    Buffer.concat([
      latin1('\0\0\x0a\0\0\0\0\0\0\0\0\0'),
      word(side, 2),
      word(side, 2),
      latin1('\x18\0\xff\0\0\0'),
    ]),
  psd: () =>
    Buffer.concat([
      ...[
        latin1('8BPS\0\x01\0\0\0\0\0\0\0\x03'),
        word(side, 4, 'big'),
        word(side, 4, 'big'),
        latin1('\0\x08\0\x03'),
      ],
      Buffer.alloc(16),
    ]),
  svg: () =>
    latin1(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${wide}"><path d="M0 0h9v9z"/></svg>`,
    ),
  xbm: () => latin1(`#define a_width ${wide}\n#define a_height ${wide}\nstatic char a_bits[] = { 0x01 };\n`),
};

describe('refuses pictures, videos and pages with more pixels than the limit', () => {
  for (const [from, make] of Object.entries(huge))
    test(`refuses a ${from} image with more pixels than the limit`, async () => {
      assert.match(
        String(await reasonFor(from, 'jpg', make())),
        /^(too_many_pixels|unreadable_file|truncated|damaged|too_complex)$/,
      );
    });

  test('refuses a video with more pixels than the limit', async () => {
    const video = path.join(dir, 'wide.avi');
    const source = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'color=s=16000x8000:d=0.04'];
    await run('/usr/bin/ffmpeg', [...source, '-c:v', 'mjpeg', video]);
    const { status, error } = await lab.send(video, 'avi', 'mp4', {});
    assert.equal(status, 400, error.message);
    assert.match(String(error.details?.['reason']), /^(too_many_pixels|unreadable_file|damaged)$/);
  });

  test('refuses a page with more pixels than the limit', async () => {
    const page = latin1(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200000 200000]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    );
    assert.match(
      String(await reasonFor('pdf', 'png', page)),
      /^(too_many_pixels|unreadable_file|truncated|damaged|too_complex)$/,
    );
  });
});

test('refuses to extract attachments from an email message without attachments', async () => {
  const mail = 'From: a@b.example\r\nTo: c@d.example\r\nSubject: x\r\n\r\nwords\r\n';
  assert.equal(await reasonFor('eml', 'zip', mail), 'no_attachments');
});

describe('refuses archives that expand beyond the limits', () => {
  test('refuses an archive with too many files', async () => {
    const file = path.join(dir, 'many.zip');
    const writing = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as archive:
    for number in range(50_001):
        archive.writestr(str(number), b'')`;
    await python(writing, [file]);
    assert.equal(await reasonFor('zip', 'tar', await readFile(file)), 'too_many_files');
  });

  test('refuses an archive that expands to too many bytes', async () => {
    const file = path.join(dir, 'large.zip');
    await writeFile(path.join(dir, 'zeros'), Buffer.alloc(48 * 1024 * 1024));
    await run('/usr/bin/bsdtar', ['--format', 'zip', '-cf', file, '-C', dir, 'zeros']);
    assert.equal(await reasonFor('zip', 'tar', await readFile(file)), 'result_too_large');
  });
});

describe('checks whether the content of a file matches the declared format', () => {
  const sent = async (real: string, as: string, to: string) => {
    const { status, error } = await lab.send(await lab.samples.get(real), as, to, { source: as });
    return [status, error.details?.['reason'], error.details?.['named'], error.details?.['detected']];
  };

  for (const [real, as, to] of [
    ['pdf', 'jpg', 'bmp'],
    ['png', 'jpg', 'bmp'],
    ['docx', 'zip', 'pdf'],
    ['zip', 'docx', 'pdf'],
    ['txt', 'docx', 'pdf'],
    ['txt', 'png', 'jpg'],
  ] as const)
    test(`returns unreadable_file for a ${real} file sent with source=${as}`, async () =>
      assert.deepEqual(await sent(real, as, to), [400, 'unreadable_file', as, real]));

  test('returns content_mismatch for a PDF file named .jpg without a declared source format', async () => {
    const { status, error } = await lab.send(await lab.samples.get('pdf'), 'jpg', 'bmp', {});
    assert.deepEqual([status, error.details?.['reason']], [400, 'content_mismatch']);
    assert.deepEqual([error.details?.['detected'], error.details?.['named']], ['pdf', 'jpg']);
  });

  test('returns content_mismatch for a text file named .doc', async () => {
    const { status, error } = await lab.send(await lab.samples.get('txt'), 'doc', 'pdf', {});
    assert.deepEqual([status, error.details?.['reason']], [400, 'content_mismatch']);
    assert.deepEqual([error.details?.['detected'], error.details?.['named']], ['txt', 'doc']);
  });

  for (const [real, as, to] of [
    ['docx', 'docm', 'txt'],
    ['mp4', 'mov', 'mp3'],
    ['docx', 'zip', 'tar'],
    ['csv', 'tsv', 'json'],
    ['webp', 'tiff', 'png'],
  ] as const)
    test(`converts a ${real} file sent with source=${as} if the engine can read the file`, async () =>
      assert.equal((await sent(real, as, to))[0], 200));
});

describe('refuses archives that cannot be converted to PDF pages', () => {
  const archive = async (name: string, content: Buffer | string) => {
    await writeFile(path.join(dir, name), content);
    await run('/usr/bin/bsdtar', ['--format', 'zip', '-cf', path.join(dir, 'pages.zip'), '-C', dir, name]);
    return readFile(path.join(dir, 'pages.zip'));
  };

  test('refuses a conversion to PDF if the archive contains a text file', async () =>
    assert.equal(await reasonFor('zip', 'pdf', await archive('notes.txt', 'words')), 'not_images'));

  test('refuses a conversion to PDF if the archive contains only hidden system files', async () =>
    assert.equal(await reasonFor('zip', 'pdf', await archive('.DS_Store', 'words')), 'not_images'));
});

describe('refuses very deeply nested files', () => {
  const deep = (open: string, close: string) => open.repeat(20_000) + close.repeat(20_000);

  test('refuses a DOCX file with very deeply nested tables', async () => {
    const file = path.join(dir, 'deep.docx');
    const body = deep('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>');
    await writeFile(file, await readFile(await lab.samples.get('docx')));
    const replacing = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as before:
    parts = {name: before.read(name) for name in before.namelist()}
body = sys.stdin.buffer.read()
parts['word/document.xml'] = parts['word/document.xml'].replace(b'<w:body>', b'<w:body>' + body, 1)
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as after:
    for name, part in parts.items():
        after.writestr(name, part)`;
    await python(replacing, [file], body);
    assert.equal(await reasonFor('docx', 'pdf', await readFile(file)), 'too_deep');
  });

  test('refuses an SVG file with very deeply nested groups', async () => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${deep('<g>', '</g>')}</svg>`;
    assert.equal(await reasonFor('svg', 'emf', drawing), 'too_deep');
  });
});

/**
 * `strip_metadata` removes the metadata from results of every category and keeps the content. The sources contain
 * secrets, and the tests search the unpacked results for them.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { engines } from '@protean/engines';
import { run } from '../../samples/run.ts';
import * as canaries from '../../support/files/canaries.ts';
import { assertClean, assertTells } from '../../support/files/laid-open.ts';
import {
  members,
  memberText,
  outputOf,
  pdfInfo,
  probe,
  size,
  text,
  textOfPages,
} from '../../support/results/measure.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

/**
 * Converts a file with `strip_metadata`. Asserts that the source contains secrets and that the result does not. Returns
 * the path of the result.
 */
async function cleaned(from: string, to: string, file: string): Promise<string> {
  await assertTells(file);
  const result = await lab.converted(from, to, { strip_metadata: 'true' }, file);
  await assertClean(result, `${from} → ${to}`);
  return result;
}

const pixels = (file: string) => sharp(file, { pages: -1 }).raw().toBuffer();

/** Returns the EXIF, IPTC and comments that ImageMagick finds. */
const described = (file: string) =>
  outputOf(magickProgram('identify'), ['-format', '%[EXIF:*]%[comment]%[IPTC:*]', `${file}[0]`]);

for (const ext of ['jpg', 'png', 'webp', 'tiff', 'avif'] as const) {
  test(`strip_metadata removes Exif, XMP and content credentials from ${ext}, and keeps the pixels`, async () => {
    const file = await canaries.picture(lab, ext);
    const result = await cleaned(ext, ext, file);
    assert.ok((await pixels(result)).equals(await pixels(file)), 'the same pixels');
    const { icc, exif, xmp } = await sharp(result).metadata();
    assert.ok(icc && icc.length > 100, 'the profile of its colours');
    assert.deepEqual([exif, xmp], [undefined, undefined]);
    if (ext !== 'avif') assert.doesNotMatch(await described(result), /Canary|GPS|2019/);
  });
}

test('strip_metadata keeps the encoded pixels of a jpg, and stores a rotated jpg upright', async () => {
  const file = await canaries.picture(lab, 'jpg');
  const scan = (bytes: Buffer) =>
    bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xda])), bytes.lastIndexOf(Buffer.from([0xff, 0xd9])));
  const result = await readFile(await cleaned('jpg', 'jpg', file));
  assert.ok(scan(result).equals(scan(await readFile(file))));
  const turned = await cleaned('jpg', 'jpg', await canaries.picture(lab, 'jpg', 6));
  assert.equal(await size(turned), '48x64');
});

test('strip_metadata warns if it removes content credentials', async () => {
  const answer = await lab.send(await canaries.picture(lab, 'jpg'), 'jpg', 'jpg', { strip_metadata: 'true' });
  assert.equal(answer.headers.get('x-conversion-warnings'), 'credentials_removed');
});

for (const to of ['png', 'webp', 'avif', 'gif', 'tiff', 'heic', 'jxl', 'jp2', 'pdf', 'svg'])
  test(`strip_metadata leaves no metadata in the result when a photo is converted to ${to}`, async () => {
    await cleaned('jpg', to, await canaries.picture(lab, 'jpg'));
  });

test('strip_metadata removes comments from a gif, and keeps its frames', async () => {
  const file = await canaries.gif(lab);
  assert.ok((await pixels(await cleaned('gif', 'gif', file))).equals(await pixels(file)));
});

test('strip_metadata removes the metadata of an svg and of its embedded pictures', async () => {
  const file = await canaries.svg(lab);
  const result = await cleaned('svg', 'svg', file);
  const drawing = await text(result);
  assert.match(drawing, new RegExp(canaries.sentence));
  assert.doesNotMatch(drawing, /inkscape|sodipodi|metadata|<!--/);
  assert.ok((await pixels(result)).equals(await pixels(file)));
  await cleaned('svg', 'pdf', file);
  await cleaned('svg', 'png', file);
});

/** Returns a hash of the encoded packets of each video and audio stream. */
const packets = (file: string) =>
  outputOf('/usr/bin/ffmpeg', [
    '-v',
    'error',
    '-i',
    file,
    '-map',
    '0:V?',
    '-map',
    '0:a',
    '-c',
    'copy',
    '-f',
    'streamhash',
    '-',
  ]);

for (const ext of ['mp3', 'flac', 'ogg', 'opus', 'm4a', 'wav', 'wma', 'aiff', 'mka', 'caf', 'aac']) {
  test(`strip_metadata removes the tags of ${ext}, and does not change the encoded audio`, async () => {
    const file = await canaries.media(lab, ext);
    const result = await cleaned(ext, ext, file);
    assert.equal(await packets(result), await packets(file));
    assert.doesNotMatch(await probe(result, 'format_tags:stream_tags'), /Canary|2019/);
  });
}

for (const ext of ['mp4', 'mov', 'm4v', 'mkv', 'webm', 'avi', 'wmv', 'flv', 'ogv', 'ts']) {
  test(`strip_metadata removes tags, times and locations from ${ext} without re-encoding`, async () => {
    const file = await canaries.media(lab, ext);
    const result = await cleaned(ext, ext, file);
    assert.equal(await packets(result), await packets(file));
    assert.doesNotMatch(await probe(result, 'format_tags:stream_tags'), /Canary|2019|creation_time|location/);
    if (['mp4', 'mov', 'mkv'].includes(ext))
      assert.match(await probe(result, 'stream_tags=language'), /fra|fre/);
  });
}

test('strip_metadata leaves no metadata in audio that is extracted or converted', async () => {
  await cleaned('mp4', 'mp3', await canaries.media(lab, 'mp4'));
  await cleaned('mp3', 'flac', await canaries.media(lab, 'mp3'));
  await cleaned('mp3', 'm4a', await canaries.media(lab, 'mp3'));
});

/** Converts the document to PDF without `strip_metadata`, and returns the words that poppler reads from the PDF. */
async function words(from: string, file: string): Promise<string> {
  const printed = await lab.converted(from, 'pdf', {}, file);
  return (await textOfPages(printed)).replaceAll(/\s+/g, ' ');
}

const documents = {
  docx: canaries.docx,
  pptx: canaries.pptx,
  xlsx: canaries.xlsx,
  odt: canaries.odt,
  ods: (bench: Workbench) => canaries.openDocument(bench, 'ods'),
  odp: (bench: Workbench) => canaries.openDocument(bench, 'odp'),
  rtf: canaries.rtf,
} as const;

for (const [ext, make] of Object.entries(documents))
  test(`strip_metadata removes authors, dates and other metadata from ${ext}, and keeps the text`, async () => {
    const file = await make(lab);
    const result = await cleaned(ext, ext, file);
    assert.equal(await words(ext, result), await words(ext, file));
    await cleaned(ext, 'pdf', file);
  });

test('strip_metadata leaves no metadata in documents that are converted to other formats', async () => {
  await cleaned('docx', 'odt', await canaries.docx(lab));
  await cleaned('docx', 'rtf', await canaries.docx(lab));
  await cleaned('docx', 'html', await canaries.docx(lab));
  await cleaned('docx', 'epub', await canaries.docx(lab));
  await cleaned('odt', 'docx', await canaries.odt(lab));
  await cleaned('xlsx', 'ods', await canaries.xlsx(lab));
});

test('strip_metadata keeps the comments and tracked changes of docx, and removes their authors', async () => {
  const result = await cleaned('docx', 'docx', await canaries.docx(lab));
  const part = (name: string) => memberText(result, name);
  assert.match(await part('word/comments.xml'), new RegExp(`w:author="Author".*${canaries.sentence}`, 's'));
  assert.match(await part('word/document.xml'), /<w:ins w:id="9" w:author="Author">/);
  assert.doesNotMatch(await part('word/document.xml'), /w:rsid/);
});

test('strip_metadata removes the metadata of a pdf and of its comments and pictures', async () => {
  const file = await canaries.pdf(lab);
  const result = await cleaned('pdf', 'pdf', file);
  assert.doesNotMatch(await pdfInfo(result), /^(Author|Creator|Producer|CreationDate|ModDate):/m);
  assert.match(await pdfInfo(result), /^Metadata Stream:\s+no$/m);
  const pages = /^Pages:\s+\d+$/m;
  assert.equal(pages.exec(await pdfInfo(result))?.[0], pages.exec(await pdfInfo(file))?.[0]);
  assert.equal(await textOfPages(result), await textOfPages(file));
  await run('/usr/bin/qpdf', ['--check', result]);
  await cleaned('pdf', 'docx', file);
  await cleaned('pdf', 'png', file);
});

test('strip_metadata leaves no metadata in a pdf that is also encrypted or written as PDF/A', async () => {
  const file = await canaries.pdf(lab);
  const locked = await lab.converted('pdf', 'pdf', { strip_metadata: 'true', new_password: 'sesame' }, file);
  const opened = path.join(path.dirname(locked), 'opened.pdf');
  await run('/usr/bin/qpdf', ['--password=sesame', '--decrypt', locked, opened]);
  await assertClean(opened);
  const photo = await canaries.picture(lab, 'jpg');
  const archival = await lab.converted('jpg', 'pdf', { strip_metadata: 'true', pdfa: '2b' }, photo);
  await assertClean(archival);
  assert.match(await outputOf('/usr/bin/pdfinfo', ['-meta', archival]), /pdfaid:part>2/);
});

test('strip_metadata removes the metadata of an html page, and keeps its visible content', async () => {
  const file = await canaries.html(lab);
  const result = await text(await cleaned('html', 'html', file));
  assert.match(
    result,
    new RegExp(`<meta charset="utf-8">.*<title>A page</title>.*${canaries.sentence}.*data:image/jpeg`, 's'),
  );
  await cleaned('html', 'pdf', file);
});

test('strip_metadata removes authors, dates and programs from an epub, and keeps the title', async () => {
  const file = await canaries.epub(lab);
  const result = await cleaned('epub', 'epub', file);
  const info = async (of: string) => {
    const name = (await members(of)).find((one) => one.endsWith('.opf')) ?? '';
    return memberText(of, name);
  };
  const title = /<dc:title[^>]*>([^<]*)/;
  assert.equal(title.exec(await info(result))?.[1], title.exec(await info(file))?.[1]);
  assert.match(await info(result), /<dc:language/);
  const read = async (of: string) => text(await lab.converted('epub', 'txt', {}, of));
  assert.equal(await read(result), await read(file));
  assert.equal((await members(result))[0], 'mimetype');
});

for (const ext of ['zip', 'tar', 'tar.gz', '7z'] as const)
  test(`strip_metadata removes times, owners and comments from ${ext}, and keeps the files`, async () => {
    const file = await canaries.archive(lab, ext);
    const result = await cleaned(ext, ext, file);
    assert.equal(await memberText(result, 'folder/read.txt'), canaries.sentence);
    for (const to of ['zip', 'tar.xz', 'tar.zst', '7z'].filter((one) => one !== ext))
      await cleaned(ext, to, file);
  });

test('strip_metadata removes the times of files in an encrypted zip or 7z', async () => {
  for (const to of ['zip', '7z']) {
    const file = await canaries.archive(lab, 'tar');
    const result = await lab.converted('tar', to, { strip_metadata: 'true', password: 'sesame' }, file);
    const listed = await outputOf('/usr/bin/7zz', ['l', '-slt', '-psesame', result]);
    assert.match(listed, /Encrypted = \+/);
    assert.match(listed, /Modified = 1980-01-01/);
    assert.doesNotMatch(listed, /2019/);
    const read = await outputOf('/usr/bin/7zz', ['x', '-so', '-psesame', result, 'folder/read.txt']);
    assert.equal(read, canaries.sentence);
  }
});

for (const ext of ['ttf', 'otf', 'woff', 'woff2'] as const)
  test(`strip_metadata removes dates, manufacturers and designers from ${ext} fonts, and keeps family names`, async () => {
    const file = await canaries.font(lab, ext);
    const result = await cleaned(ext, ext, file);
    const letters = (of: string) => outputOf('/usr/bin/fc-query', ['-f', '%{family} %{charset}', of]);
    assert.equal(await letters(result), await letters(file));
    assert.doesNotMatch(await outputOf('/usr/bin/fc-query', [result]), /Canary/);
  });

for (const [from, to] of [
  ['vtt', 'ass'],
  ['ass', 'lrc'],
  ['lrc', 'vtt'],
] as const)
  test(`strip_metadata removes notes and author names when ${from} is converted to ${to}`, async () => {
    const file = await canaries.subtitles(lab, from);
    assert.match(await text(await cleaned(from, to, file)), new RegExp(canaries.sentence));
  });

test('strip_metadata leaves no metadata when ass is converted to vtt, or vtt to ttml', async () => {
  await cleaned('ass', 'vtt', await canaries.subtitles(lab, 'ass'));
  await cleaned('vtt', 'ttml', await canaries.subtitles(lab, 'vtt'));
});

test('a route offers strip_metadata if and only if metadata can be removed from its target format', async () => {
  const steps = engines.flatMap(({ passes = [] }) => passes);
  const cleaning = steps.filter(({ options, concludes }) => concludes && options.includes('strip_metadata'));
  const cleanable = new Set(cleaning.flatMap(({ formats }) => formats));
  for (const source of ['docx', 'jpg', 'mp4', 'zip', 'ttf', 'vtt', 'epub']) {
    const { routes } = (await lab.formats(`?source=${source}`)) as unknown as {
      routes: { target: string; options: string[] }[];
    };
    assert.ok(routes.length > 3);
    for (const { target, options } of routes)
      assert.equal(
        JSON.stringify(options).includes('strip_metadata'),
        cleanable.has(target),
        `${source} → ${target}`,
      );
  }
});

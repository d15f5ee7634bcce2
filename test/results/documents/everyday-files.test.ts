/** Common files that violate the rules of their format are read as other programs read them. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { run } from '../../samples/run.ts';
import sharp from 'sharp';
import { serviceFixture } from '../../support/fixtures.ts';
import { post } from '../../support/server/service.ts';

const service = serviceFixture();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-everyday-'));
after(() => rm(dir, { recursive: true }));

async function converted(
  name: string,
  content: Buffer<ArrayBuffer> | string,
  target: string,
): Promise<Buffer> {
  const fields = [
    ['file', new File([content], name)],
    ['target', target],
  ] as const;
  const { status, body, error } = await post(`${service.url}/api/convert`, fields);
  assert.equal(status, 200, `${name} to ${target}: ${error.message}`);
  return body;
}

describe('reads web pages that omit optional end tags', () => {
  const page = `<h1>Fruit</h1>
<!-- <td> --><table border=1><tr><th>Name<th>Price<tr><td>Apple<td>3 &lt; 4<tr><td>Pear<td>4</table>
<ul><li>One<li>Two<ul><li>Deep</ul></ul><p>First<p>Second
`;

  test('converts an HTML table and list without end tags to Markdown', async () => {
    const text = (await converted('old.html', page, 'md')).toString();
    assert.match(text, /\| Apple +\| 3 \\?< 4 +\|\n\| Pear +\| 4 +\|/);
    assert.match(text, /- +One\n- +Two\n +- +Deep\n\nFirst\n\nSecond/);
  });

  for (const target of ['docx', 'odt', 'epub', 'rst'])
    test(`keeps an HTML table without end tags in ${target}`, async () => {
      const file = path.join(dir, `page.${target}`);
      await writeFile(file, await converted('old.html', page, target));
      const { stdout } = await run('/usr/bin/pandoc', [file, '-t', 'native']);
      assert.match(stdout.toString(), /\bTable\b[\s\S]*"Apple"[\s\S]*"Pear"/);
    });
});

test('reads an eml file as an email message only if the file has a header', async () => {
  const mail = 'Subject: The tide\n\nLow at noon.\n';
  assert.match((await converted('draft.eml', mail, 'txt')).toString(), /The tide[\s\S]*Low at noon/);
  const page = 'Content-Type: text/html\n\n<p>Low <b>at</b> noon</p>\n';
  assert.match((await converted('page.eml', page, 'txt')).toString(), /Low at noon/);
  const fields = [
    ['file', new File(['Low at noon.\n\nSee: the table\n'], 'note.eml')],
    ['target', 'txt'],
  ] as const;
  const { status, error } = await post(`${service.url}/api/convert`, fields);
  assert.deepEqual([status, error.code], [400, 'bad_request']);
});

describe('keeps the length of a video if its audio and subtitles end before its last frame', () => {
  let video: Buffer<ArrayBuffer>;

  before(async () => {
    const file = path.join(dir, 'short-sound.mkv');
    const subtitles = path.join(dir, 'short.srt');
    await writeFile(subtitles, '1\n00:00:00,000 --> 00:00:01,000\nGood morning\n');
    const sources = ['testsrc=d=5', 'sine=d=2'].flatMap((source) => ['-f', 'lavfi', '-i', source]);
    const streams = ['-i', subtitles, '-map', '0', '-map', '1', '-map', '2'];
    const coded = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...sources, ...streams, ...coded, file]);
    video = await readFile(file);
  });

  for (const target of ['mp4', 'webm', 'mkv', 'mov', 'avi'])
    test(`keeps the length of a video in ${target} if its audio and subtitles end before its last frame`, async () => {
      const file = path.join(dir, `short-sound-of.${target}`);
      await writeFile(file, await converted('video.mkv', video, target));
      const shown = ['-show_entries', 'format=duration', '-of', 'csv=p=0'];
      const { stdout } = await run('/usr/bin/ffprobe', ['-v', 'error', ...shown, file]);
      assert.ok(Math.abs(Number(stdout.toString()) - 5) < 0.2, stdout.toString());
    });
});

describe('keeps the length of a video with few frames', () => {
  const encoded = async (name: string, ...filters: string[]): Promise<Buffer<ArrayBuffer>> => {
    const file = path.join(dir, name);
    const source = ['-f', 'lavfi', '-i', filters.join(',')];
    await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...source, '-pix_fmt', 'yuv420p', file]);
    return await readFile(file);
  };

  const secondsOf = async (bytes: Buffer, name: string): Promise<number> => {
    const file = path.join(dir, name);
    await writeFile(file, bytes);
    const shown = ['-show_entries', 'format=duration', '-of', 'csv=p=0'];
    const { stdout } = await run('/usr/bin/ffprobe', ['-v', 'error', ...shown, file]);
    return Number(stdout.toString());
  };

  for (const target of ['webm', 'gif', 'avi'])
    test(`a video with few frames keeps the duration of its last frame when converted to ${target}`, async () => {
      const slides = await encoded('slides.mp4', 'testsrc=size=64x48:rate=1/4:duration=12');
      const result = await converted('slides.mp4', slides, target);
      assert.ok(Math.abs((await secondsOf(result, `slides.${target}`)) - 12) < 0.2);
    });

  test('converts a video with identical frames to a WebP with one frame', async () => {
    const video = await encoded('still.mp4', 'color=0xc81e14:size=64x48:rate=25:duration=2');
    const { width, height, pages = 1 } = await sharp(await converted('still.mp4', video, 'webp')).metadata();
    assert.deepEqual([width, height, pages], [64, 48, 1]);
  });

  test('keeps the length of a video with a single frame', async () => {
    const video = await encoded('one.mov', 'testsrc=size=64x48:rate=1/3:duration=3');
    const result = await converted('one.mov', video, 'mp4');
    assert.ok(Math.abs((await secondsOf(result, 'one.mp4')) - 3) < 0.2);
  });
});

test('resolves entities in DocBook, and keeps the name of an undefined entity', async () => {
  const article = `<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//Boats//EN" "boats.dtd" [ <!ENTITY own "Marigold"> ]>
<article><title>Boats</title><!-- &unknown; --><para>&own; &mdash; caf&eacute; &harbour; &amp; &lt;sea&gt;</para></article>`;
  const text = (await converted('boats.docbook', article, 'txt')).toString();
  assert.match(text, /Marigold — café harbour & <sea>/);
});

test('keeps the length of a sparse file in an archive if the file ends with a hole', async () => {
  const [file, packed] = [path.join(dir, 'disk.img'), path.join(dir, 'disk.tar')];
  await writeFile(file, Buffer.alloc(8192, 'x'));
  await truncate(file, 300_000);
  await run('/usr/bin/tar', ['--sparse', '-cf', packed, '-C', dir, 'disk.img']);
  const zip = path.join(dir, 'disk.zip');
  await writeFile(zip, await converted('disk.tar', await readFile(packed), 'zip'));
  const { stdout } = await run('/usr/bin/bsdtar', ['-xOf', zip]);
  assert.deepEqual(stdout, await readFile(file));
});

test('converts a 12-megapixel photo to AVIF', async () => {
  const create = { width: 4000, height: 3000, channels: 3, background: 'white' } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const photo = await sharp({ create: { ...create, noise } })
    .jpeg()
    .toBuffer();
  const { width, height } = await sharp(await converted('photo.jpg', Buffer.from(photo), 'avif')).metadata();
  assert.deepEqual([width, height], [create.width, create.height]);
});

describe('keeps large pictures when a document is converted', () => {
  let photo: Buffer<ArrayBuffer>;

  before(async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const create = { width: 1600, height: 1200, channels: 3, background: 'white', noise } as const;
    photo = Buffer.from(await sharp({ create }).jpeg({ quality: 95 }).toBuffer());
    assert.ok(photo.length > 1_500_000);
  });

  const page = () =>
    `<h1>The harbour</h1><p>At noon.</p><img src="data:image/jpeg;base64,${photo.toString('base64')}">`;

  /** Returns whether the zip file contains the photo byte for byte, and no other JPEG file. */
  async function holdsPhoto(zip: string): Promise<boolean> {
    const { stdout } = await run('/usr/bin/bsdtar', ['-xOf', zip, '*.jp*g']);
    return stdout.equals(photo);
  }

  for (const target of ['docx', 'odt', 'epub', 'pptx'])
    test(`stores a large picture of a web page once and unchanged in ${target}`, async () => {
      const file = path.join(dir, `photo.${target}`);
      await writeFile(file, await converted('photo.html', page(), target));
      assert.ok(await holdsPhoto(file));
      const { stdout } = await run('/usr/bin/bsdtar', ['-xOf', file, '*.xml']);
      assert.doesNotMatch(stdout.toString(), /data:image|\/job\//);
    });

  test('keeps a large picture of a web page in Markdown and XHTML', async () => {
    for (const target of ['md', 'xhtml']) {
      const text = (await converted('photo.html', page(), target)).toString();
      const [, data = ''] = /data:image\/jpeg;base64,([\w+/=]+)/.exec(text) ?? [];
      assert.ok(Buffer.from(data, 'base64').equals(photo), target);
      assert.doesNotMatch(text, /picture-\w+\.jpg/);
    }
  });

  test('keeps large pictures of a pdf unchanged in docx', async () => {
    const [picture, print, document] = ['photo.jpg', 'photo.pdf', 'from-pdf.docx'].map((name) =>
      path.join(dir, name),
    );
    await writeFile(picture ?? '', photo);
    await run('/usr/bin/img2pdf', ['--output', print ?? '', picture ?? '', picture ?? '']);
    await writeFile(document ?? '', await converted('photo.pdf', await readFile(print ?? ''), 'docx'));
    const { stdout } = await run('/usr/bin/bsdtar', ['-xOf', document ?? '', '*.jp*g']);
    assert.ok(stdout.equals(Buffer.concat([photo, photo])));
  });
});

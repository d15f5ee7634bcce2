/** Conversions of videos keep transparency if the target supports it, and otherwise warn that it is lost. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { boxOf, findBox, wholeOf } from '../../../packages/engines/shared/image/boxes.ts';
import { readPictures } from '../../prove/oracles/pictures/picture-reader.ts';
import { run } from '../../samples/run.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const [width, height] = [160, 92];

/** A red square that moves over a transparent background, so that each frame must clear the previous one. */
const drawing = [
  `color=red@1:s=30x30:r=10:d=1,format=rgba[square]`,
  `color=black@0:s=${width}x${height}:r=10:d=1,format=rgba[ground]`,
  `[ground][square]overlay=x=10*n:y=30:format=auto`,
].join(';');

const codings: Readonly<Record<string, { format: string; flags: readonly string[] }>> = {
  VP9: { format: 'webm', flags: ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'] },
  VP8: { format: 'webm', flags: ['-c:v', 'libvpx', '-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'] },
  'QuickTime Animation': { format: 'mov', flags: ['-c:v', 'qtrle', '-pix_fmt', 'argb'] },
  'PNG in QuickTime': { format: 'mov', flags: ['-c:v', 'png', '-pix_fmt', 'rgba'] },
  'ProRes 4444': {
    format: 'mov',
    flags: ['-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le'],
  },
  'FFV1 in Matroska': { format: 'mkv', flags: ['-c:v', 'ffv1', '-pix_fmt', 'yuva420p'] },
  'VP9 in Matroska': {
    format: 'mkv',
    flags: ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'],
  },
  'Ut Video in AVI': { format: 'avi', flags: ['-c:v', 'utvideo', '-pix_fmt', 'gbrap'] },
  Hap: { format: 'mov', flags: ['-c:v', 'hap', '-format', 'hap_alpha'] },
  CineForm: { format: 'mov', flags: ['-c:v', 'cfhd', '-pix_fmt', 'gbrap12le'] },
};

/**
 * Index of the frame that the tests check in videos and animations. A still picture shows the same frame of the video.
 */
const frame = 5;

/**
 * The x coordinates of three columns of pixels. In the checked frame, the square of the video covers the first column.
 * Two frames before the checked frame, the square covers the second column. The square never covers the third column.
 */
const [square, trail, ground] = [65, 32, 145];

/** Returns the red, green, blue and alpha values of a pixel. */
async function pixelOf(file: string, target: string, x: number): Promise<number[]> {
  if (target === 'apng')
    return pixelAt((await readPictures(file, target))[frame]?.pixels ?? Buffer.alloc(0), x);
  const shown = target === 'webm' ? await frameOfVideo(file) : file;
  const page = target === 'gif' || target === 'webp' ? frame : 0;
  const data = await sharp(shown, { page }).ensureAlpha().raw().toBuffer();
  return pixelAt(data, x);
}

const pixelAt = (data: Uint8Array, x: number) => [
  ...data.subarray((45 * width + x) * 4, (45 * width + x) * 4 + 4),
];

async function frameOfVideo(file: string): Promise<string> {
  const png = `${file}.png`;
  const decoder = (await codecOf(file)) === 'vp8' ? 'libvpx' : 'libvpx-vp9';
  const select = ['-vf', `select=eq(n\\,${frame})`, '-frames:v', '1', '-pix_fmt', 'rgba'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', '-c:v', decoder, '-i', file, ...select, png]);
  return png;
}

async function codecOf(file: string): Promise<string> {
  const entries = ['-show_entries', 'stream=codec_name', '-of', 'csv=p=0'];
  return (await run('/usr/bin/ffprobe', ['-v', 'error', ...entries, file])).stdout.toString().trim();
}

const isNear = (found: readonly number[], due: readonly number[]) =>
  due.every((value, n) => Math.abs(value - (found[n] ?? -999)) < 24);

for (const [name, { format, flags }] of Object.entries(codings)) {
  const make = async () => {
    const file = path.join(lab.dir, `${name.replaceAll(/\W+/g, '-')}.${format}`);
    await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', '-filter_complex', drawing, ...flags, file]);
    return file;
  };

  test(`keeps the transparency of a video (source: ${name})`, async () => {
    const file = await make();
    for (const target of ['webm', 'webp', 'gif', 'apng', 'png']) {
      // If the target is the source format, `quality` makes the server encode the stream. Without an option, the
      // server would copy the stream unchanged, and the test would not check the encoder.
      const options = target === 'png' ? { start: '0.5' } : target === format ? { quality: '80' } : {};
      const result = await lab.converted(format, target, options, file);
      const red = await pixelOf(result, target, square);
      assert.ok(isNear(red, [255, 0, 0, 255]), `${target}: ${red.join()}`);
      for (const x of [trail, ground])
        // CineForm encodes alpha lossily.
        assert.ok(((await pixelOf(result, target, x))[3] ?? 255) < 3, `${target} at ${x}`);
    }
  });

  test(`warns if the target cannot store the transparency of a video (source: ${name})`, async () => {
    const file = await make();
    for (const target of ['mp4', 'jpg', 'bmp', 'avi'].filter((other) => other !== format)) {
      const { status, headers, error } = await lab.send(file, format, target, {});
      assert.equal(status, 200, error.message);
      assert.match(headers.get('x-conversion-warnings') ?? '', /transparency_flattened/, target);
    }
  });
}

async function webmWithAlpha(): Promise<string> {
  const file = path.join(lab.dir, 'alpha.webm');
  const flags = ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', '-filter_complex', drawing, ...flags, file]);
  return file;
}

test('does not declare an alpha channel when a transparent WebM is converted to H.264 in Matroska', async () => {
  const result = await lab.converted('webm', 'mkv', { video_codec: 'h264' }, await webmWithAlpha());
  const tags = await run('/usr/bin/ffprobe', ['-v', 'error', '-show_entries', 'stream_tags', result]);
  assert.doesNotMatch(tags.stdout.toString(), /alpha_mode/i);
  // The bytes 53 c0 81 01 are the Matroska element AlphaMode with the value 1.
  assert.equal((await readFile(result)).includes(Buffer.from('53c08101', 'hex')), false);
});

test('keeps transparency when WebM is converted to Matroska and then to GIF', async () => {
  const file = await webmWithAlpha();
  const matroska = await lab.converted('webm', 'mkv', {}, file);
  const result = await lab.converted('mkv', 'gif', {}, matroska);
  assert.equal((await pixelOf(result, 'gif', ground))[3], 0);
});

test('keeps the duration and frame rate of a video in an animated PNG', async () => {
  const file = path.join(lab.dir, 'counted.mp4');
  const source = ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=10:d=2', '-pix_fmt', 'yuv420p'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...source, file]);
  const delays = async (options: OptionValues) =>
    (await readPictures(await lab.converted('mp4', 'apng', options, file), 'apng')).map(
      ({ milliseconds }) => milliseconds,
    );
  assert.deepEqual(
    await delays({}),
    Array.from({ length: 20 }, () => 100),
  );
  assert.deepEqual(
    await delays({ fps: '5', start: '1' }),
    Array.from({ length: 5 }, () => 200),
  );
});

const warningsOf = async (file: string, from: string, to: string) => {
  const { status, headers, error } = await lab.send(file, from, to, {});
  assert.equal(status, 200, error.message);
  return headers.get('x-conversion-warnings') ?? '';
};

test('warns that partial transparency is lost if the target is GIF', async () => {
  const soft = [
    ...drawing.split(';').slice(0, 2),
    '[ground][square]overlay=x=10*n:y=30,colorchannelmixer=aa=0.5',
  ];
  for (const [graph, isReported] of [
    [soft.join(';'), true],
    [drawing, false],
  ] as const) {
    const video = path.join(lab.dir, `${isReported ? 'soft' : 'hard'}.mov`);
    await run('/usr/bin/ffmpeg', [
      ...['-v', 'error', '-y', '-filter_complex', graph],
      ...['-c:v', 'png', '-pix_fmt', 'rgba', video],
    ]);
    const sources: Record<string, string> = { mov: video };
    for (const to of ['apng', 'png', 'webp']) sources[to] = await lab.converted('mov', to, {}, video);
    for (const to of ['tga', 'psd']) sources[to] = await lab.converted('png', to, {}, sources['png']);
    for (const [from, file] of Object.entries(sources))
      assert.equal(/content_left_out/.test(await warningsOf(file, from, 'gif')), isReported, from);
  }
});

test('keeps all frames of a video with varying frame durations in GIF and animated PNG', async () => {
  const file = path.join(lab.dir, 'individual.mkv');
  const times = "setpts='if(lt(N,5),N*0.1,0.5+(N-5)*0.4)/TB'";
  await run('/usr/bin/ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=1', '-vf', times],
    ...['-fps_mode', 'vfr', '-c:v', 'ffv1', file],
  ]);
  for (const to of ['gif', 'apng']) {
    const frames = await readPictures(await lab.converted('mkv', to, {}, file), to);
    const shown = new Set(frames.map(({ pixels }) => Buffer.from(pixels).toString('latin1')));
    assert.ok(shown.size >= 10, `${to}: ${shown.size}`);
  }
});

/**
 * The boxes `hvcC` and `lhvC` begin with a header, which the parameter sets follow. `headOfBase` is the length of the
 * header in `hvcC`. `headOfLayer` contains the bytes of the header in `lhvC`.
 */
const [headOfBase, headOfLayer] = [22, Buffer.from('01f000fccb', 'hex')];

/**
 * Writes a mov with HEVC video that declares a second layer, as Apple's encoder does for alpha. Returns the path of the
 * mov. No available encoder writes a second layer, so the declaration repeats the parameter sets of the base layer.
 */
async function layeredHevc(): Promise<string> {
  const file = path.join(lab.dir, 'layered.mov');
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=1:rate=5', '-pix_fmt', 'yuv420p'];
  const coding = ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...picture, ...coding, file]);
  const content = await readFile(file);
  const parents = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'];
  const boxes = parents.map((_, n) => findBox(content, parents.slice(0, n + 1), wholeOf(content)));
  const list = boxes.at(-1);
  assert.ok(list);
  const base = content.indexOf('hvcC', 0, 'latin1');
  const end = base - 4 + content.readUInt32BE(base - 4);
  const layer = boxOf('lhvC', Buffer.concat([headOfLayer, content.subarray(base + 4 + headOfBase, end)]));
  // Increases the stored sizes of all parent boxes and of the only entry in `stsd`. In `stsd`, the version and the
  // entry count precede the entry.
  for (const start of [...boxes.map((box) => box?.start ?? 0), list.content + 8])
    content.writeUInt32BE(content.readUInt32BE(start) + layer.length, start);
  await writeFile(file, Buffer.concat([content.subarray(0, list.end), layer, content.subarray(list.end)]));
  return file;
}

test('warns that an HEVC video loses its transparency, which FFmpeg does not decode', async () => {
  const file = await layeredHevc();
  for (const to of ['webm', 'mp4', 'png']) {
    const { status, headers } = await lab.send(file, 'mov', to, {});
    assert.equal(status, 200, to);
    assert.match(headers.get('x-conversion-warnings') ?? '', /content_left_out/, to);
  }
});

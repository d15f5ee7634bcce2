/**
 * Tests that conversions of audio and video to the same format (contract §3.11) apply only the requested options, and
 * extract parts without re-encoding.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { bytes, duration, outputOf, probe } from '../../support/results/measure.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const again = (ext: string, options: OptionValues, file?: string) => lab.converted(ext, ext, options, file);
const ffmpeg = (...words: string[]) => run('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...words]);

/** Writes a video of 10 s with a key frame every second, two audio tracks and a title. Returns its path. */
async function video(ext: string, codec: string): Promise<string> {
  const file = path.join(lab.dir, `video.${ext}`);
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=25:duration=10'],
    ...[
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=440:duration=10',
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=880:duration=10',
    ],
    ...[
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      '-c:v',
      codec,
      '-g',
      '25',
      '-metadata',
      'title=Ten seconds',
      file,
    ],
  );
  return file;
}

/** Returns a checksum of the encoded video packets. */
const packets = async (file: string) =>
  outputOf('/usr/bin/ffmpeg', [
    '-v',
    'error',
    '-i',
    file,
    '-map',
    '0:v',
    '-c',
    'copy',
    '-f',
    'framehash',
    '-',
  ]);

/** Decodes the whole file, and throws if a frame cannot be decoded. */
const sound = (file: string) => ffmpeg('-xerror', '-err_detect', 'explode', '-i', file, '-f', 'null', '-');

for (const [ext, codec] of [
  ['mp4', 'libx264'],
  ['mov', 'libx264'],
  ['mkv', 'libx264'],
  ['webm', 'libvpx'],
  ['avi', 'mpeg4'],
] as const) {
  test(`without options, converts ${ext} to ${ext} without re-encoding`, async () => {
    const file = await video(ext, codec);
    const result = await again(ext, {}, file);
    assert.ok((await bytes(result)) <= (await bytes(file)));
    const hashes = (text: string) =>
      text
        .split('\n')
        .filter((line) => line && !line.startsWith('#'))
        .map((line) => line.split(',').at(-1));
    assert.deepEqual(hashes(await packets(result)), hashes(await packets(file)));
    assert.equal((await probe(result, 'stream=codec_type')).trim().split(/\s+/).length, 3);
    assert.equal((await probe(result, 'format_tags=title')).trim(), 'Ten seconds');
  });

  test(`extracts a part of ${ext} videos without re-encoding the frames`, async () => {
    const file = await video(ext, codec);
    const part = await again(ext, { start: '4', end: '7' }, file);
    const seconds = await duration(part);
    assert.ok(seconds > 2.8 && seconds < 4.3, `${seconds} s`);
    assert.ok((await bytes(part)) < (await bytes(file)) * 0.6, 'copied, and not coded larger');
    assert.equal(
      (await probe(part, 'stream=codec_name')).trim(),
      (await probe(file, 'stream=codec_name')).trim(),
    );
    const known = new Set((await packets(file)).split('\n').map((line) => line.split(',').at(-1)));
    const cut = (await packets(part)).split('\n').filter((line) => line && !line.startsWith('#'));
    assert.ok(
      cut.length > 60 && cut.every((line) => known.has(line.split(',').at(-1))),
      'the coded frames of the source',
    );
    await sound(part);
  });
}

test('rotates, scales and mutes videos and limits their file size as requested', async () => {
  const file = await video('mp4', 'libx264');
  const sizeOf = async (result: string) => (await probe(result, 'stream=width,height')).trim().split('\n')[0];
  assert.equal(await sizeOf(await again('mp4', { rotate: '90' }, file)), '240,320');
  assert.equal(
    await sizeOf(await lab.converted('mp4', 'webm', { rotate: '270', end: '1' }, file)),
    '240,320',
  );
  assert.equal(await sizeOf(await lab.converted('mp4', 'gif', { rotate: '90', end: '1' }, file)), '240,320');
  const small = await again('mp4', { width: '160', mute: 'true' }, file);
  assert.equal(await sizeOf(small), '160,120');
  assert.equal((await probe(small, 'stream=codec_type')).trim(), 'video');
  // The size limit must not be much lower than 70 % of the source, because both audio tracks are copied unchanged and
  // only the video can become smaller.
  const most = Math.floor((await bytes(file)) * 0.7);
  assert.ok((await bytes(await again('mp4', { max_size: String(most) }, file))) <= most);
  const better = await again('mp4', { quality: '100' }, file);
  assert.ok((await bytes(better)) <= (await bytes(file)), 'the quality cannot exceed that of the source');
});

for (const ext of ['mp3', 'm4a', 'ogg', 'wav', 'flac']) {
  test(`converts ${ext} to ${ext} without changing samples or enlarging the file`, async () => {
    const file = path.join(lab.dir, `tone.${ext}`);
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=440:duration=8',
      '-metadata',
      'title=Tone',
      ...(ext === 'flac' ? ['-compression_level', '0'] : []),
      file,
    );
    const result = await again(ext, {}, file);
    assert.ok((await bytes(result)) <= (await bytes(file)));
    assert.equal(await samples(result), await samples(file));
    const once = await again(ext, {}, result);
    assert.ok((await readFile(once)).equals(await readFile(result)), 'the same bytes');
    const part = await again(ext, { start: '2', end: '5' }, file);
    const seconds = await duration(part);
    assert.ok(Math.abs(seconds - 3) < 0.2, `${seconds} s`);
    await sound(part);
  });
}

const samples = (file: string) =>
  outputOf('/usr/bin/ffmpeg', [
    '-v',
    'error',
    '-i',
    file,
    '-map',
    '0:a',
    '-c:a',
    'pcm_s16le',
    '-f',
    'md5',
    '-',
  ]);

test('refuses a time range after the end of an mp3, and refuses the option `width` for an mp3', async () => {
  const file = path.join(lab.dir, 'short.mp3');
  await ffmpeg('-f', 'lavfi', '-i', 'sine=duration=2', file);
  const behind = await lab.send(file, 'mp3', 'mp3', { start: '60', end: '70' });
  assert.deepEqual([behind.status, behind.error.details?.['reason']], [400, 'nothing_in_range']);
  const other = await lab.send(file, 'mp3', 'mp3', { width: '10' });
  assert.deepEqual([other.status, other.error.details?.['field']], [400, 'width']);
});

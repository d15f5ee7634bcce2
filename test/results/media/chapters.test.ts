/**
 * Tests that conversions keep chapters if the target supports chapters, even if only a part of a recording is
 * converted. If the target does not support chapters, a warning lists the chapters as lost.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { chapterList, convertedTags, ffmpeg, probed } from '../../support/results/media-tags.ts';
import { memoize } from '../../support/memoize.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
const inLab = (name: string) => path.join(lab.dir, name);

/**
 * Writes an audio file or a video of 2 seconds with two chapters, and returns the path of the file. The file has a
 * title if `name` begins with `titled`.
 */
const recording = memoize(async (name: string): Promise<string> => {
  const [kind = '', ext = ''] = name.split('.');
  await writeFile(inLab('chapters.txt'), chapterList(...(kind === 'titled' ? ['title=Book\n'] : [])));
  const video = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=2:rate=5'];
  const isVideo = kind === 'video';
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'sine=duration=2', '-f', 'ffmetadata', '-i', inLab('chapters.txt')],
    ...(isVideo ? video : []),
    ...['-map', '0:a', '-ac', '2', ...(isVideo ? ['-map', '2:v', '-pix_fmt', 'yuv420p'] : [])],
    ...[...(ext === 'webm' ? ['-c:v', 'libvpx', '-c:a', 'libopus'] : []), '-map_chapters', '1', inLab(name)],
  );
  return inLab(name);
});

const extOf = (file: string) => path.extname(file).slice(1);

async function converted(
  file: string,
  to: string,
  options = {},
): Promise<{ file: string; lost?: string | undefined }> {
  return convertedTags(lab, { file, from: extOf(file), to, options });
}

/**
 * Returns the start and title of each chapter, as FFmpeg reads them. Starts are rounded to 0.1 s, because encoders shift
 * them by the encoder delay.
 */
async function chaptersOf(file: string): Promise<[start: number, title: string | undefined][]> {
  const { chapters } = await probed(file);
  return chapters.map(({ start_time: start, tags }) => [
    Math.round(Number(start) * 10) / 10,
    tags?.['title'],
  ]);
}

const both = [
  [0, 'One'],
  [1, 'Two'],
];

const throughs = {
  plain: ['wav', 'tta', 'flac', 'ogg', 'opus', 'aac', 'aiff', 'mka', 'weba', 'wma', 'mp3'],
  titled: ['wav', 'tta', 'flac'],
};

for (const [kind, list] of Object.entries(throughs))
  for (const through of list)
    test(`keeps chapters when an m4b ${kind === 'titled' ? 'with' : 'without'} a title is converted to ${through} and from there to other formats`, async () => {
      const there = await converted(await recording(`${kind}.m4b`), through);
      assert.deepEqual(await chaptersOf(there.file), both);
      assert.doesNotMatch(there.lost ?? '', /chapters/);
      for (const to of ['m4b', 'wav', 'opus']) {
        if (to === through) continue;
        const back = await converted(there.file, to);
        assert.deepEqual(await chaptersOf(back.file), both, to);
        if (kind === 'titled')
          assert.equal((await probed(back.file)).format.tags?.['title'] ?? 'Book', 'Book');
      }
    });

for (const from of ['mkv', 'mp4', 'webm'])
  test(`keeps chapters when ${from} is converted to ogv and then to mkv, mp4 or ogg`, async () => {
    const video = await converted(await recording(`video.${from}`), 'ogv');
    assert.deepEqual(await chaptersOf(video.file), both);
    assert.doesNotMatch(video.lost ?? '', /chapters/);
    for (const to of ['mkv', 'mp4', 'ogg'])
      assert.deepEqual(await chaptersOf((await converted(video.file, to)).file), both, to);
  });

for (const to of ['flac', 'opus', 'ogg', 'wav', 'tta'])
  test(`adjusts chapter start times if only a part of an m4b is converted to ${to}`, async () => {
    const { file } = await converted(await recording('plain.m4b'), to, { start: '0.5', end: '1.5' });
    assert.deepEqual(await chaptersOf(file), [
      [0, 'One'],
      [0.5, 'Two'],
    ]);
    const late = await converted(await recording('plain.m4b'), to, { start: '1.2' });
    assert.deepEqual(await chaptersOf(late.file), [[0, 'Two']]);
    assert.doesNotMatch(late.lost ?? '', /chapters/);
  });

for (const to of ['wv', 'avi', 'flv'])
  test(`warns that chapters are lost if the target is ${to}`, async () => {
    const source = await recording(to === 'wv' ? 'plain.m4b' : 'video.mp4');
    assert.match((await converted(source, to)).lost ?? '', /chapters/);
  });

for (const to of ['opus', 'ogg', 'flac', 'ogv', 'mp3', 'aiff', 'aac', 'wav', 'm4b', 'mka'])
  test(`keeps chapters in ${to} even if strip_metadata removes the title`, async () => {
    const source = await recording(to === 'ogv' ? 'video.mkv' : 'titled.m4b');
    const { file } = await converted(source, to, { strip_metadata: 'true', start: '0.5' });
    assert.deepEqual(await chaptersOf(file), [
      [0, 'One'],
      [0.5, 'Two'],
    ]);
    assert.equal((await probed(file)).format.tags?.['title'], undefined);
  });

test('strip_metadata removes the tags of chapters, but not their titles', async () => {
  await writeFile(inLab('secret.txt'), chapterList().replaceAll('title=One', 'title=One\nartist=Somebody'));
  const source = inLab('secret.mka');
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'sine=duration=2', '-f', 'ffmetadata', '-i', inLab('secret.txt')],
    ...['-map_chapters', '1', source],
  );
  assert.ok((await readFile(source)).includes('Somebody'));
  for (const to of ['mka', 'mp3', 'm4b']) {
    const { file } = await converted(source, to, { strip_metadata: 'true' });
    assert.deepEqual(await chaptersOf(file), both, to);
    assert.equal((await readFile(file)).includes('Somebody'), false, to);
  }
});

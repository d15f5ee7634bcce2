/**
 * Tags, chapters, tracks and attachments of videos are kept if the target supports them, and otherwise listed in a
 * warning.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { chapterList, convertedTags, ffmpeg, probed } from '../../support/results/media-tags.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const inLab = (name: string) => path.join(lab.dir, name);

const tags: Readonly<Record<string, string>> = {
  title: 'Film',
  artist: 'Director',
  comment: 'Remark',
  date: '2020',
  copyright: 'Owner',
  make: 'Maker',
  model: 'Camera9',
  location: '+48.2000+016.3000/',
  creation_time: '2020-02-03T04:05:06.000000Z',
};

/**
 * Writes a video with two audio tracks and two subtitle tracks in two languages, and returns its path. The second audio
 * track is the default track.
 */
async function video(ext: 'mkv' | 'mov'): Promise<string> {
  for (const name of ['a', 'b'])
    await writeFile(inLab(`${name}.srt`), `1\n00:00:00,100 --> 00:00:00,900\n${name}\n`);
  await writeFile(inLab('chapters.txt'), chapterList());
  await writeFile(inLab('font.ttf'), 'any bytes');
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=size=60x60', '-frames:v', '1', inLab('cover.jpg'));
  const sine = (hertz: number) => ['-f', 'lavfi', '-i', `sine=${hertz}:duration=2`];
  const streamTags = ['a', 's'].flatMap((kind) => [
    ...[`-metadata:s:${kind}:0`, 'language=eng', `-metadata:s:${kind}:1`, 'language=ger'],
  ]);
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=2', ...sine(440), ...sine(880)],
    ...['-i', inLab('a.srt'), '-i', inLab('b.srt'), '-i', inLab('chapters.txt')],
    ...['0:v', '1:a', '2:a', '3:s', '4:s'].flatMap((stream) => ['-map', stream]),
    ...['-map_chapters', '5', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    ...Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]),
    ...[...streamTags, '-disposition:a:0', '0', '-disposition:a:1', 'default'],
    // If the track name is `Main`, the tags that FFmpeg writes for the track in Matroska are 127 bytes long. FFmpeg
    // declares this length incorrectly, as an unknown length.
    ...['-metadata:s:a:0', ext === 'mov' ? 'handler_name=Main' : 'title=Main'],
    ...(ext === 'mov'
      ? ['-c:s', 'mov_text', '-timecode', '01:00:00:00']
      : [
          ...['-c:s', 'srt', '-attach', inLab('font.ttf'), '-metadata:s:t:0', 'mimetype=font/ttf'],
          ...['-attach', inLab('cover.jpg'), '-metadata:s:t:1', 'mimetype=image/jpeg'],
          ...['-metadata:s:t:1', 'filename=cover.jpg'],
        ]),
    inLab(`video.${ext}`),
  );
  return inLab(`video.${ext}`);
}

/** Length of a frame in seconds. */
const frame = 0.04;

const videos = { mkv: await video('mkv'), mov: await video('mov') };

async function converted(from: 'mkv' | 'mov', to: string) {
  const { file, lost = '' } = await convertedTags(lab, { file: videos[from], from, to });
  return { ...(await probed(file)), lost };
}

/** Returns the start times of the video stream and of both chapters, in seconds. */
function startsOf({ streams, chapters }: Pick<Awaited<ReturnType<typeof probed>>, 'streams' | 'chapters'>) {
  const picture = Number(streams.find(({ codec_type: type }) => type === 'video')?.start_time);
  const [first, second] = chapters.map(({ start_time: start }) => Number(start));
  assert.ok(first !== undefined && second !== undefined);
  return { picture, first, second };
}

const lowerCased = (values: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));

for (const from of ['mkv', 'mov'] as const)
  for (const to of ['mp4', 'm4v', 'mov', 'mkv', 'webm'])
    test(`keeps a video's tags, chapters and tracks when ${from} is converted to ${to}`, async () => {
      const { format, streams, chapters, lost } = await converted(from, to);
      const found = lowerCased(format.tags);
      for (const [name, value] of Object.entries(tags)) assert.equal(found[name], value, name);
      assert.deepEqual(
        chapters.map(({ tags: names }) => names?.['title']),
        ['One', 'Two'],
      );
      // FFmpeg shifts the video by the delay of the audio encoder, rounded to whole frames.
      const start = startsOf({ streams, chapters });
      const due = startsOf(await probed(videos[from]));
      const moved = start.second - start.picture - (due.second - due.picture);
      assert.ok(Math.abs(moved) < frame, `${JSON.stringify(start)} instead of ${JSON.stringify(due)}`);
      assert.ok(start.first <= start.picture, `first chapter at ${start.first}`);
      const shown = streams.filter(({ codec_type: type, disposition }) => {
        return ['video', 'audio', 'subtitle'].includes(type) && disposition.attached_pic === 0;
      });
      assert.deepEqual(
        shown.map(({ codec_type: type, tags: of }) => [type, type === 'video' ? '' : of?.['language']]),
        [
          ['video', ''],
          ...['audio', 'subtitle'].flatMap((type) => [
            [type, 'eng'],
            [type, 'ger'],
          ]),
        ],
      );
      const sounds = shown.filter(({ codec_type: type }) => type === 'audio');
      assert.deepEqual(
        sounds.map(({ disposition }) => disposition.default),
        [0, 1],
      );
      assert.ok(Object.values(sounds[0]?.tags ?? {}).includes('Main'), JSON.stringify(sounds[0]));
      const covers = streams.filter(({ disposition }) => disposition.attached_pic === 1);
      assert.equal(covers.length, from === 'mkv' && to !== 'webm' ? 1 : 0);
      assert.equal(/cover picture/.test(lost), from === 'mkv' && to === 'webm', lost);
      assert.equal(/attached files/.test(lost), from === 'mkv' && to !== 'mkv', lost);
      assert.equal(/chapters|title|comment|place/.test(lost), false, lost);
    });

for (const to of ['avi', 'wmv', 'flv'])
  test(`keeps each tag of a video or reports the tag as lost when mkv is converted to ${to}`, async () => {
    const { format, chapters, lost } = await converted('mkv', to);
    const found = lowerCased(format.tags);
    const words: Record<string, string> = { creation_time: 'creation time', location: 'place' };
    for (const [name, value] of Object.entries(tags))
      assert.ok(found[name] === value || lost.includes(words[name] ?? name), `${name}: ${lost}`);
    assert.ok(chapters.length === 2 || lost.includes('chapters'), lost);
    assert.match(lost, /attached files/);
  });

test('stores the timecode track of a mov as a tag in mp4', async () => {
  const { streams, format } = await converted('mov', 'mp4');
  assert.ok(!streams.some(({ tags: found }) => found?.['timecode']));
  assert.equal(format.tags?.['TIMECODE'], '01:00:00:00');
});

test("keeps a video's title when mp4 is converted to ts and then to mp4 or mkv", async () => {
  const source = inLab('video.mp4');
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=1'];
  await ffmpeg(...picture, '-pix_fmt', 'yuv420p', '-metadata', 'title=Film', source);
  const { file } = await convertedTags(lab, { file: source, from: 'mp4', to: 'ts' });
  for (const to of ['mp4', 'mkv'] as const) {
    const back = await convertedTags(lab, { file, from: 'ts', to });
    assert.equal((await probed(back.file)).format.tags?.['title'], 'Film', to);
  }
});

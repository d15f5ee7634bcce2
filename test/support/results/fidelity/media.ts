/**
 * Checks that audio and video files keep tags, covers, chapters, tracks and their languages, video frames and audio
 * samples.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench, Observation } from '../workbench.ts';
import { run } from '../../../samples/run.ts';
import { duration, probe, outputOf } from '../measure.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

const ffmpeg = (args: readonly string[]) => run('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...args]);

const tags = { title: 'Ærø', artist: '東京', album: 'Tides', track: '3', date: '2024', genre: 'Folk' };

/** Makes a song with tags and a cover, like the songs of a music store. */
async function song(lab: Workbench): Promise<string> {
  const file = path.join(lab.dir, 'song.mp3');
  await ffmpeg([
    ...['-i', await lab.samples.get('wav'), '-i', await lab.samples.get('jpg'), '-map', '0:a', '-map', '1:v'],
    ...['-c:a', 'libmp3lame', '-c:v', 'copy', '-disposition:v', 'attached_pic', '-id3v2_version', '3'],
    ...Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]),
    file,
  ]);
  return file;
}

interface FidelityTrack {
  '@type': string;
  [fact: string]: unknown;
}

/** Reads the tracks of a media file with MediaInfo, which shares no code with FFmpeg. */
async function tracks(file: string): Promise<FidelityTrack[]> {
  const { media } = JSON.parse(await outputOf('/usr/bin/mediainfo', ['--Output=JSON', '-f', file])) as {
    media: { track: FidelityTrack[] };
  };
  return media.track;
}

async function general(file: string): Promise<FidelityTrack> {
  return (await tracks(file)).find((track) => track['@type'] === 'General') ?? { '@type': 'none' };
}

const facts = {
  title: 'Title',
  artist: 'Performer',
  album: 'Album',
  track: 'Track_Position',
  date: 'Recorded_Date',
  genre: 'Genre',
};

/**
 * Asserts that the file has all expected tags. If MediaInfo does not know a tag, it reports the tag under the name that
 * the container uses.
 */
function assertTags(found: FidelityTrack, what: string): void {
  const extra = (found['extra'] ?? {}) as Record<string, unknown>;
  for (const [name, due] of Object.entries(tags)) {
    const output = found[facts[name as keyof typeof facts]] ?? extra[name.toUpperCase()];
    assert.equal(String(output).split(' / ')[0], due, `${name} ${what}`);
  }
}

const tagged: Observation = {
  description: 'a song keeps its title, artist, album, track number, year and genre',
  see: async (lab) => {
    const mp3 = await song(lab);
    for (const to of ['flac', 'm4a', 'ogg', 'opus', 'mka', 'wv', 'aiff']) {
      const there = await lab.converted('mp3', to, {}, mp3);
      // Does not check the tags of AIFF files, because MediaInfo reads each byte of a text in AIFF as one character.
      if (to !== 'aiff') assertTags(await general(there), `as ${to}`);
      assertTags(await general(await lab.converted(to, 'mp3', {}, there)), `and back from ${to}`);
    }
  },
};

const covered: Observation = {
  description: 'a song keeps its cover picture',
  see: async (lab) => {
    const mp3 = await song(lab);
    for (const to of ['flac', 'm4a', 'ogg', 'opus', 'aiff', 'mka']) {
      const there = await lab.converted('mp3', to, {}, mp3);
      assert.equal((await general(there))['Cover'] ?? (await attached(there)), 'Yes', `as ${to}`);
      const back = await lab.converted(to, 'mp3', {}, there);
      assert.equal((await general(back))['Cover'], 'Yes', `and back from ${to}`);
    }
  },
};

/** Returns `Yes` if MediaInfo lists a cover as an attachment, as it does for Matroska. */
async function attached(file: string): Promise<string | undefined> {
  return /Attachments\s*:.*cover/i.test(await outputOf('/usr/bin/mediainfo', ['-f', file]))
    ? 'Yes'
    : undefined;
}

const chaptered: Observation = {
  description: 'an audiobook keeps its chapters',
  see: async (lab) => {
    const marks = path.join(lab.dir, 'chapters.txt');
    const chapter = (n: number) =>
      `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${n * 1000}\nEND=${n * 1000 + 1000}\ntitle=Part ${n + 1}\n`;
    await writeFile(marks, `;FFMETADATA1\ntitle=Book\n${[0, 1, 2].map(chapter).join('')}`);
    const book = path.join(lab.dir, 'book.m4b');
    await ffmpeg([
      '-i',
      await lab.samples.get('wav'),
      '-i',
      marks,
      '-map_metadata',
      '1',
      '-map',
      '0:a',
      '-c:a',
      'aac',
      '-f',
      'ipod',
      book,
    ]);
    for (const to of ['mp3', 'mka', 'm4a', 'opus']) {
      const there = await lab.converted('m4b', to, {}, book);
      assert.deepEqual(await chapters(there), ['Part 1', 'Part 2', 'Part 3'], `as ${to}`);
    }
    const inMkv = await lab.converted('mp4', 'mkv', {}, await video(lab, 'mp4', { marks }));
    assert.deepEqual(await chapters(inMkv), ['Part 1', 'Part 2', 'Part 3'], 'of a video');
  },
};

/** Returns the chapters that ffprobe finds, because MediaInfo reports chapters only for some containers. */
async function chapters(file: string): Promise<string[]> {
  const output = await outputOf('/usr/bin/ffprobe', ['-v', 'error', '-show_chapters', '-of', 'flat', file]);
  return [...output.matchAll(/tags\.title="(.*)"/g)].map(([, name = '']) => name);
}

/**
 * Makes a video with two audio tracks and two subtitle tracks in different languages, as on a DVD. If the file `marks`
 * is given, the video also has the chapters that this file lists.
 */
async function video(
  lab: Workbench,
  muxer: 'mp4' | 'matroska',
  { marks }: { marks?: string } = {},
): Promise<string> {
  const file = path.join(lab.dir, marks ? 'parts.mp4' : `video.${muxer}`);
  const [mp4, wav, srt] = [
    await lab.samples.get('mp4'),
    await lab.samples.get('wav'),
    await lab.samples.get('srt'),
  ];
  await ffmpeg([
    ...['-i', mp4, '-i', wav, '-i', srt, ...(marks ? ['-i', marks, '-map_chapters', '3'] : [])],
    ...['-map', '0:v', '-map', '1:a', '-map', '1:a', '-map', '2:s', '-map', '2:s'],
    ...['-c:v', 'copy', '-c:a', 'aac', '-c:s', muxer === 'mp4' ? 'mov_text' : 'subrip'],
    ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=dan'],
    ...['-metadata:s:s:0', 'language=eng', '-metadata:s:s:1', 'language=ces', '-f', muxer, file],
  ]);
  return file;
}

const everyTrack: Observation = {
  description:
    'a video keeps the audio and subtitle tracks that the container supports, with their languages',
  see: async (lab) => {
    const mkv = await video(lab, 'matroska');
    for (const to of ['mp4', 'mov', 'm4v', 'mkv']) {
      const [from, file] =
        to === 'mkv' ? (['mp4', await video(lab, 'mp4')] as const) : (['mkv', mkv] as const);
      const there = await lab.converted(from, to, {}, file);
      const output = await probe(there, 'stream=codec_type:stream_tags=language');
      assert.deepEqual(
        output
          .trim()
          .split('\n')
          .map((line) => line.replace(/,?(und)?$/, '')),
        ['video', 'audio,eng', 'audio,dan', 'subtitle,eng', 'subtitle,ces'],
        `${from} to ${to}`,
      );
    }
    for (const to of ['webm', 'avi', 'ts']) {
      const there = await tracks(await lab.converted('mkv', to, {}, mkv));
      assert.equal(there.filter((track) => track['@type'] === 'Audio').length, 2, `the sounds as ${to}`);
    }
  },
};

const untouched: Observation = {
  description:
    'a video keeps its frames in other containers, and audio keeps its samples in other lossless formats',
  see: async (lab) => {
    const mp4 = await lab.samples.get('mp4');
    // Returns hashes of the decoded frames, because the encoded data has different framing in each container.
    const packets = async (file: string) =>
      (await ffmpeg(['-i', file, '-map', '0:v', '-map', '0:a', '-f', 'framemd5', '-'])).stdout
        .toString()
        .split('\n')
        .filter((line) => line && !line.startsWith('#'))
        .map((line) => line.split(',').at(-1)?.trim());
    const due = await packets(mp4);
    for (const to of ['mkv', 'mov', 'm4v', 'ts', 'flv', 'm2ts']) {
      const there = await lab.converted('mp4', to, {});
      assert.match(await probe(there, 'stream=codec_name'), /h264/, to);
      const [pictures, all] = [(await packets(there)).filter((sum) => due.includes(sum)).length, due.length];
      assert.ok(pictures >= (to === 'm2ts' ? 70 : all - 3), `${pictures} of ${all} frames as ${to}`);
    }
    const flac = await lab.samples.get('flac');
    const sum = async (file: string) =>
      (await ffmpeg(['-i', file, '-f', 's32le', '-c:a', 'pcm_s32le', '-f', 'md5', '-'])).stdout.toString();
    for (const to of ['wav', 'aiff', 'mka', 'wv', 'caf', 'w64', 'tta'])
      assert.equal(await sum(await lab.converted('flac', to, {})), await sum(flac), `the samples as ${to}`);
  },
};

const fine: Observation = {
  description:
    'audio keeps 24 bits and 96 kHz in lossless formats, and six channels in formats that support them',
  see: async (lab) => {
    const wav = path.join(lab.dir, 'fine.wav');
    await ffmpeg([
      '-f',
      'lavfi',
      '-i',
      'sine=f=440:r=96000:d=1',
      '-c:a',
      'pcm_s24le',
      '-sample_fmt',
      's32',
      wav,
    ]);
    for (const to of ['flac', 'aiff', 'wv', 'caf', 'mka', 'w64', 'tta']) {
      const there = await lab.converted('wav', to, {}, wav);
      assert.match(
        await probe(there, 'stream=sample_rate,bits_per_raw_sample,bits_per_sample'),
        /96000.*(24|32)/,
        to,
      );
    }
    const six = path.join(lab.dir, 'six.wav');
    await ffmpeg([
      '-f',
      'lavfi',
      '-i',
      'sine=d=1',
      '-af',
      'pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0',
      six,
    ]);
    for (const to of ['flac', 'm4a', 'ac3', 'ogg', 'opus'])
      assert.match(
        await probe(await lab.converted('wav', to, {}, six), 'stream=channels'),
        /^6/,
        `six channels as ${to}`,
      );
  },
};

/**
 * Returns the MP4 with a rotation of 90° in the header of its first track. Edits the bytes directly, because not all
 * versions of FFmpeg have a flag for the rotation.
 */
function turnedVideo(file: Buffer): Buffer {
  const turned = Buffer.from(file);
  // In version 0 of the box `tkhd`, 40 bytes of other fields precede the matrix. The first 5 numbers of a matrix
  // without rotation are 1, 0, 0, 0, 1.
  const matrix = turned.indexOf('tkhd', 0, 'latin1') + 4 + 40;
  const one = 0x10000;
  for (const [n, value] of [0, one, 0, -one, 0].entries()) turned.writeInt32BE(value, matrix + 4 * n);
  return turned;
}

const turned: Observation = {
  description:
    'a video recorded with an upright phone is rotated upright, or keeps its rotation in the header',
  see: async (lab) => {
    const upright = path.join(lab.dir, 'upright.mp4');
    await writeFile(upright, turnedVideo(await readFile(await lab.samples.get('mp4'))));
    for (const to of ['webm', 'avi', 'gif', 'webp', 'jpg']) {
      const result = await lab.converted('mp4', to, {}, upright);
      const output =
        to === 'webp'
          ? await outputOf(magickProgram('identify'), ['-format', '%w,%h\n', result])
          : await probe(result, 'stream=width,height');
      assert.match(output, /^120,160/, to);
    }
    const kept = await lab.converted('mp4', 'mov', {}, upright);
    assert.match(await probe(kept, 'stream_side_data=rotation'), /-?90/, 'mov says so too');
    assert.ok((await duration(kept)) > 2.8);
  },
};

export const media: readonly Observation[] = [
  tagged,
  covered,
  chaptered,
  everyTrack,
  untouched,
  fine,
  turned,
];

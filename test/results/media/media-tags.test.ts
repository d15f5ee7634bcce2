/**
 * Each container keeps the audio tags that it supports, under the names that it uses. A warning lists the tags that the
 * container does not support.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { TagLib } from 'taglib-wasm';
import { chapterList, convertedTags, ffmpeg, probed } from '../../support/results/media-tags.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
const taglib = await TagLib.initialize({ forceWasmType: 'wasi' });

const inLab = (name: string) => path.join(lab.dir, name);
const sine = ['-f', 'lavfi', '-i', 'sine=duration=2'];

/** Tags that all tested containers can store, by their TagLib names. */
const everywhere: Readonly<Record<string, string>> = {
  title: 'Příliš žluťoučký',
  artist: 'Аня',
  album: 'The album',
  albumArtist: 'Album artist',
  composer: 'Composer',
  genre: 'Rock',
  date: '2021-05-06',
  comment: 'a comment',
  copyright: 'an owner',
  bpm: '120',
  isrc: 'USRC17607839',
  mood: 'Happy',
  titleSort: 'Prilis',
  conductor: 'Conductor',
  musicbrainzReleaseId: 'f00dbabe-0000-4000-8000-000000000002',
};
/** Tags for which TagLib has no Windows Media name. */
const custom: Readonly<Record<string, string>> = {
  replayGainTrackGain: '-6.20 dB',
  replayGainAlbumGain: '-5.00 dB',
  compilation: 'true',
  MY_OWN_TAG: 'custom',
};
const total = { trackNumber: '3', totalTracks: '12', discNumber: '1', totalDiscs: '2' };
const lyrics = 'Línea 1\nЛиния 2';

async function cover(): Promise<string> {
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=size=60x60', '-frames:v', '1', inLab('cover.jpg'));
  return inLab('cover.jpg');
}

const songs = new Map<string, Promise<string>>();

/** Returns the path of a song with all tags, lyrics, a front cover with a description, and a rating. */
function song(ext: string): Promise<string> {
  const made = songs.get(ext) ?? madeSong(ext);
  songs.set(ext, made);
  return made;
}

async function madeSong(ext: string): Promise<string> {
  const file = inLab(`song.${ext}`);
  await ffmpeg(...sine, '-ac', '2', ...(ext === 'weba' ? ['-c:a', 'libopus', '-f', 'webm'] : []), file);
  const data = new Uint8Array(await readFile(await cover()));
  await taglib.edit(file, (song) => {
    const values = { ...everywhere, ...custom, ...total, compilation: '1' };
    song.setProperties(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]])));
    song.setLyrics([{ text: lyrics }]);
    song.setPictures([{ mimeType: 'image/jpeg', data, type: 'FrontCover', description: 'front' }]);
    if (ext === 'mp3') song.setId3v2Frames('TRCK', [new Uint8Array(Buffer.from('\0' + '3/12', 'latin1'))]);
  });
  return file;
}

const converted = (file: string, to: string, options: OptionValues = {}) =>
  convertedTags(lab, { file, from: path.extname(file).slice(1), to, options });

async function tagsOf(file: string) {
  const song = await taglib.open(file);
  const [values, pictures] = [song.properties(), song.getPictures()];
  const [text] = song.getLyrics();
  // TagLib does not read the title of a Matroska segment.
  values.title ??= [(await probed(file)).format.tags?.['title'] ?? ''];
  song.dispose();
  return { values, pictures, lyrics: text?.text };
}

/**
 * Names that FFmpeg uses instead of the TagLib names: for the comment in Xiph containers, and for some tags in
 * Matroska.
 */
const otherNames: Readonly<Record<string, string>> = {
  comment: 'DESCRIPTION',
  albumArtist: 'ALBUM_ARTIST',
  trackNumber: 'PART_NUMBER',
  totalTracks: 'TOTAL_PARTS',
  discNumber: 'DISC',
};

/**
 * Formats that are tested as source and target. Testing all pairs takes minutes, so only some pairs are tested unless
 * `ALL_TAG_PAIRS` is 1.
 */
const all = ['mp3', 'flac', 'opus', 'ogg', 'm4a', 'aiff', 'wav', 'mka', 'wv', 'tta'];
const pairs =
  process.env['ALL_TAG_PAIRS'] === '1'
    ? all.flatMap((from) => all.filter((to) => to !== 'wv' || from !== to).map((to) => [from, to] as const))
    : ([
        ...all.map((to) => ['mp3', to]),
        ...['flac', 'opus', 'm4a', 'wav', 'mka'].map((from) => [from, 'mp3']),
        ...[
          ['m4a', 'wav'],
          ['flac', 'mka'],
          ['opus', 'm4a'],
        ],
      ] as [string, string][]);

for (const [from, to] of pairs)
  test(`keeps a song's tags, lyrics and cover when ${from} is converted to ${to}`, async () => {
    const { file } = await converted(await song(from), to);
    const { values, pictures, lyrics: text } = await tagsOf(file);
    const found: Record<string, readonly string[] | undefined> = values;
    for (const [name, value] of Object.entries({ ...everywhere, ...custom, ...total }))
      // Opus stores ReplayGain in another tag, which is checked below. In the m4a source, taglib-wasm omits the track
      // total.
      if ((to !== 'opus' || !name.startsWith('replayGain')) && (from !== 'm4a' || name !== 'totalTracks'))
        assert.deepEqual(
          [...new Set(found[name] ?? found[otherNames[name] ?? ''])],
          [value],
          `${name} of ${JSON.stringify(values)}`,
        );
    if (to === 'opus') assert.deepEqual(found['R128_TRACK_GAIN'], ['-2867']);
    assert.equal(text, lyrics);
    assert.deepEqual(
      pictures.map(({ data }) => Buffer.from(data)),
      [await readFile(await cover())],
    );
  });

test('keeps mp3 tags in wma, and reports tags without a Windows Media name as lost', async () => {
  const { file, lost } = await converted(await song('mp3'), 'wma');
  const { values, lyrics: text } = await tagsOf(file);
  const found: Record<string, readonly string[] | undefined> = values;
  for (const [name, value] of Object.entries(everywhere)) assert.deepEqual(found[name], [value], name);
  assert.equal(text, lyrics);
  assert.match(lost ?? '', /number of tracks/);
});

test('keeps mp3 tags in weba, but reports the cover picture as lost', async () => {
  const { file, lost } = await converted(await song('mp3'), 'weba');
  assert.deepEqual((await tagsOf(file)).values.bpm, ['120']);
  assert.match(lost ?? '', /cover picture/);
  assert.deepEqual(
    (await probed(file)).streams.map(({ codec_type: type }) => type),
    ['audio'],
  );
});

test('stores the tempo of an mp3 in Matroska as BPM, not under its ID3 name TBPM', async () => {
  const { file } = await converted(await song('mp3'), 'mka');
  const names = Object.keys((await probed(file)).format.tags ?? {});
  assert.ok(names.includes('BPM') && !names.includes('TBPM'), names.join());
});

test('strip_metadata removes all tags of an mp3 without a warning', async () => {
  for (const to of ['wav', 'mka', 'm4a', 'weba']) {
    const { file, lost } = await converted(await song('mp3'), to, { strip_metadata: 'true' });
    assert.equal(lost, undefined, to);
    assert.ok(!(await readFile(file)).includes('Album artist'), to);
    assert.deepEqual((await tagsOf(file)).pictures, [], to);
  }
});

async function audiobook(ext: string): Promise<string> {
  await writeFile(inLab('chapters.txt'), chapterList('title=Book\n'));
  await ffmpeg(...sine, '-f', 'ffmetadata', '-i', inLab('chapters.txt'), '-map', '0:a', inLab(`book.${ext}`));
  return inLab(`book.${ext}`);
}

for (const to of ['mp3', 'm4b', 'mka', 'ogg', 'flac'])
  test(`keeps chapter start times and titles when m4b is converted to ${to}`, async () => {
    const { file } = await converted(await audiobook('m4b'), to);
    const { chapters } = await probed(file);
    assert.deepEqual(
      chapters.map(({ start_time: start, tags }) => [Number(start), tags?.['title']]),
      [
        [0, 'One'],
        [1, 'Two'],
      ],
    );
  });

test('stores the chapters of an m4b as CHAPTER tags in opus', async () => {
  const { file, lost } = await converted(await audiobook('m4b'), 'opus');
  const { values } = await tagsOf(file);
  const found: Record<string, readonly string[] | undefined> = values;
  assert.deepEqual(found['CHAPTER001'], ['00:00:01.000']);
  assert.deepEqual(found['CHAPTER001NAME'], ['Two']);
  assert.equal(lost, undefined);
});

test('reports chapter pictures as lost when mp3 is converted to m4a or flac', async () => {
  const file = inLab('chapter-picture.mp3');
  await ffmpeg(...sine, '-metadata', 'title=Book', file);
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const picture = Buffer.concat([
    Buffer.from('\0image/jpeg\0\x03\0', 'latin1'),
    await readFile(await cover()),
  ]);
  const times = [0, 1000, 0xffffffff, 0xffffffff].map(number);
  // ID3v2.4 stores sizes with 7 bits per byte.
  const size = number((picture.length & 0x7f) | ((picture.length & 0x3f80) << 1));
  const frame = Buffer.concat([Buffer.from('APIC'), size, Buffer.alloc(2), picture]);
  const chapter = Buffer.concat([Buffer.from('one\0'), ...times, frame]);
  await taglib.edit(file, (song) => song.setId3v2Frames('CHAP', [new Uint8Array(chapter)]));
  for (const to of ['m4a', 'flac'])
    assert.match((await converted(file, to)).lost ?? '', /pictures of chapters/, to);
});

/** Writes a song with one ID3 frame as its only metadata. Returns the path of the song. */
async function songWithFrame(name: string, id: string, data: Uint8Array): Promise<string> {
  const file = inLab(name);
  await ffmpeg(...sine, '-fflags', '+bitexact', file);
  await taglib.edit(file, (song) => song.setId3v2Frames(id, [data]));
  return file;
}

test('reports synchronised lyrics as lost in flac, even if the mp3 has no other tags', async () => {
  const lyric = Buffer.concat([Buffer.from('\0eng\x02\x01\0Hello\0', 'latin1'), Buffer.from([0, 0, 0, 100])]);
  const file = await songWithFrame('only-lyrics.mp3', 'SYLT', new Uint8Array(lyric));
  assert.match((await converted(file, 'flac')).lost ?? '', /synchronised lyrics/);
});

/** Writes a Broadcast Wave file with an iXML chunk, and returns the path of the file. */
async function broadcastWave(): Promise<string> {
  const file = inLab('broadcast.wav');
  const tags = {
    description: 'Scene',
    originator: 'Recorder',
    originator_reference: 'REF1',
    origination_date: '2020-01-02',
    origination_time: '10:11:12',
    time_reference: '44100',
    coding_history: 'A=PCM',
  };
  const given = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  await ffmpeg(...sine, '-write_bext', '1', ...given, file);
  const xml = Buffer.from('<BWFXML><SCENE>12</SCENE></BWFXML>');
  const head = Buffer.from('iXML\0\0\0\0', 'latin1');
  head.writeUInt32LE(xml.length, 4);
  const content = Buffer.concat([await readFile(file), head, xml]);
  content.writeUInt32LE(content.length - 8, 4);
  await writeFile(file, content);
  return file;
}

const upperCase = (tags: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toUpperCase(), value]));

for (const to of ['flac', 'mp3', 'm4a', 'aiff', 'mka'])
  test(`keeps the tags of a Broadcast Wave file in ${to}, and reports only its iXML chunk as lost`, async () => {
    const { file, lost } = await converted(await broadcastWave(), to);
    const tags = upperCase((await probed(file)).format.tags);
    assert.equal(tags['TIME_REFERENCE'], '44100');
    assert.equal(tags['ORIGINATOR_REFERENCE'], 'REF1');
    assert.match(tags['CREATION_TIME'] ?? tags['DATE'] ?? '', /^2020-01-02/);
    assert.match(lost ?? '', /Left out: iXML\.$/);
  });

test('stores the recording date of a Broadcast Wave file in caf', async () => {
  const { file } = await converted(await broadcastWave(), 'caf');
  assert.match((await probed(file)).format.tags?.['creation_time'] ?? '', /^2020-01-02T10:11:12/);
});

test('adapts the time reference in the bext chunk of a Broadcast Wave file to a new sample rate', async () => {
  const { file } = await converted(await broadcastWave(), 'wav', { sample_rate: '22050' });
  assert.ok((await readFile(file)).includes('bext'));
  assert.equal((await probed(file)).format.tags?.['time_reference'], '22050');
});

test('does not change a Broadcast Wave file that is converted to wav without options', async () => {
  const source = await broadcastWave();
  const { file, lost } = await converted(source, 'wav');
  assert.deepEqual(await readFile(file), await readFile(source));
  assert.equal(lost, undefined);
});

/**
 * Conversions to audio or subtitles use the tracks that the option `track` selects, or else the default track with a
 * warning.
 */
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { members, outputOf, probe } from '../../support/results/measure.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const ffmpeg = (...args: string[]) => run('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...args]);
const inLab = (name: string) => path.join(lab.dir, name);

/**
 * Writes a video with two audio tracks, of 440 Hz and 880 Hz, and two subtitle tracks. The second track of each kind is
 * German. Returns the path of the video.
 */
async function video(ext: string, codec: string): Promise<string> {
  for (const language of ['english', 'deutsch'])
    await writeFile(inLab(`${language}.srt`), `1\n00:00:00,100 --> 00:00:00,900\n${language}\n`);
  const sine = (hertz: number) => ['-f', 'lavfi', '-i', `sine=${hertz}:duration=1`];
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=1', ...sine(440), ...sine(880)],
    ...['-i', inLab('english.srt'), '-i', inLab('deutsch.srt')],
    ...['0:v', '1:a', '2:a', '3:s', '4:s'].flatMap((stream) => ['-map', stream]),
    ...(ext === 'webm' ? ['-c:v', 'libvpx', '-c:a', 'libopus'] : ['-c:v', 'mpeg4', '-c:a', 'aac']),
    ...['-c:s', codec, '-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=ger'],
    ...['-metadata:s:s:0', 'language=eng', '-metadata:s:s:1', 'language=ger', inLab(`video.${ext}`)],
  );
  return inLab(`video.${ext}`);
}

async function sent(file: string, to: string, options: OptionValues = {}) {
  const from = path.extname(file).slice(1);
  const { status, body, headers, error } = await lab.send(file, from, to, options);
  const result = path.join(await mkdtemp(inLab('tracks-')), `out.${to}`);
  await writeFile(result, body);
  const warnings = headers.get('x-conversion-warnings') ?? '';
  return { status, result, warnings, text: body.toString(), reason: error.details?.['reason'] };
}

for (const [ext, codec] of [
  ['mkv', 'subrip'],
  ['mp4', 'mov_text'],
  ['mov', 'mov_text'],
  ['webm', 'webvtt'],
] as const)
  test(`extracts the subtitle tracks of ${ext} with the requested numbers or languages`, async () => {
    const file = await video(ext, codec);
    const usual = await sent(file, 'srt');
    assert.match(usual.text, /english/);
    assert.equal(usual.warnings, 'tracks_left_out');
    for (const track of ['2', 'deu', 'ger', 'de']) {
      const { text, warnings } = await sent(file, 'srt', { track });
      assert.match(text, /deutsch/, track);
      assert.equal(warnings, '', track);
    }
    for (const track of ['all', '1,2', 'eng,deu']) {
      const names = await members((await sent(file, 'vtt', { track })).result);
      assert.deepEqual(names, ['track-01-eng.vtt', 'track-02-ger.vtt'], track);
    }
    assert.equal((await sent(file, 'srt', { track: '3' })).reason, 'no_such_track');
  });

test('extracts the audio tracks of a video with the requested numbers or languages, or the default track', async () => {
  const file = await video('mkv', 'subrip');
  assert.equal((await sent(file, 'mp3')).warnings, 'tracks_left_out');
  for (const [track, hertz] of [
    ['1', 440],
    ['fra', 0],
    ['deu', 880],
  ] as const) {
    const { result, warnings, reason } = await sent(file, 'wav', { track });
    if (hertz === 0) assert.equal(reason, 'no_such_track');
    else {
      assert.equal(warnings, '');
      const raw = ['-v', 'error', '-i', result, '-ac', '1', '-f', 's16le', '-'];
      const { stdout } = await run('/usr/bin/ffmpeg', raw);
      let crossings = 0;
      for (let at = 2; at < stdout.length; at += 2)
        if (stdout.readInt16LE(at - 2) < 0 && stdout.readInt16LE(at) >= 0) crossings += 1;
      assert.ok(Math.abs(crossings - hertz) < hertz / 10, `${crossings} of ${hertz} Hz`);
    }
  }
  const { result } = await sent(file, 'flac', { track: 'all' });
  assert.deepEqual(await members(result), ['track-01-eng.flac', 'track-02-ger.flac']);
  const both = await sent(file, 'mka', { track: 'all' });
  assert.equal((await probe(both.result, 'stream=codec_type')).trim(), 'audio\naudio');
  const one = await sent(file, 'mka', { track: 'ger' });
  assert.match(await probe(one.result, 'stream=codec_type:stream_tags=language'), /^audio,ger\s*$/);
});

test('keeps all audio and subtitle tracks of a video or warns about omitted tracks', async () => {
  const file = await video('mkv', 'subrip');
  for (const to of ['mp4', 'mov', 'webm', 'mkv']) {
    const { result, warnings } = await sent(file, to);
    assert.equal(warnings, '', to);
    assert.equal((await probe(result, 'stream=codec_type')).match(/audio|subtitle/g)?.length, 4, to);
  }
  for (const to of ['avi', 'flv', '3gp'])
    assert.equal((await sent(file, to)).warnings, 'tracks_left_out', to);
});

test('refuses to convert bitmap subtitles to srt, with the reason image_subtitles', async () => {
  const segment = (type: number, data: readonly number[], ticks: number) => {
    const head = Buffer.alloc(13);
    head.write('PG', 'latin1');
    head.writeUInt32BE(ticks, 2);
    head.writeUInt8(type, 10);
    head.writeUInt16BE(data.length, 11);
    return Buffer.concat([head, Buffer.from(data)]);
  };
  const composition = [0, 64, 0, 48, 16, 0, 0, 128, 0, 0, 0];
  const shown = [9_000, 45_000].flatMap((ticks) => [
    segment(0x16, composition, ticks),
    segment(0x80, [], ticks),
  ]);
  await writeFile(inLab('pictures.sup'), Buffer.concat(shown));
  const video = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=1'];
  await ffmpeg(
    ...[...video, '-i', inLab('pictures.sup'), '-map', '0:v', '-map', '1:s'],
    ...['-c:v', 'mpeg4', '-c:s', 'copy', inLab('pictures.mkv')],
  );
  assert.match(
    await outputOf('/usr/bin/ffprobe', ['-v', 'error', '-show_streams', inLab('pictures.mkv')]),
    /pgs/,
  );
  assert.equal((await sent(inLab('pictures.mkv'), 'srt')).reason, 'image_subtitles');
});

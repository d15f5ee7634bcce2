/** Tests that subtitles are extracted from videos. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonEnv } from '../../../../test/support/python.ts';

const runner = fileURLToPath(new URL('runner-subtitles.ts', import.meta.url));
const run = promisify(execFile);

const script = [
  ...['[Script Info]', 'ScriptType: v4.00+', '', '[V4+ Styles]', 'Format: Name, Fontname, Italic'],
  ...['Style: Default,Serif,-1', '', '[Events]'],
  'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
  ...['Dialogue: 0,0:00:00.50,0:00:01.25,Default,,0,0,0,,{\\pos(9,9)}a {\\i0}b', ''],
].join('\n');

let dir = '';
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-video-'));
  await writeFile(path.join(dir, 'script.ass'), script);
  const scene = ['-v', 'error', '-f', 'lavfi', '-i', 'color=s=16x16:d=2', '-i', path.join(dir, 'script.ass')];
  const video = ['-c:v', 'mpeg4', '-map', '0', path.join(dir, 'silent.mkv'), '-map', '0', '-map', '1'];
  await run('/usr/bin/ffmpeg', [
    ...scene,
    ...video,
    '-c:v',
    'mpeg4',
    '-c:s',
    'copy',
    path.join(dir, 'video.mkv'),
  ]);
});
after(() => rm(dir, { recursive: true }));

async function convert(video: string, to: string): Promise<string> {
  const output = path.join(dir, `out.${to}`);
  const step = { from: 'mkv', to, input: path.join(dir, video), output, work: dir };
  await run(process.execPath, [runner, JSON.stringify(step)], { env: pythonEnv });
  return readFile(output, 'utf8');
}

test('extracts ASS subtitles with their styles and positions from a video', async () => {
  const found = await convert('video.mkv', 'ass');
  assert.match(found, /^Style: Default,Serif,-1$/m);
  assert.match(found, /^Dialogue: 0,0:00:00\.50,0:00:01\.25,Default,,0,0,0,,\{\\pos\(9,9\)\}a \{\\i0\}b$/m);
});

test('converts an ASS script in a video to SubRip and keeps the emphasis of its styles', async () => {
  assert.equal(
    await convert('video.mkv', 'srt'),
    '1\n00:00:00,500 --> 00:00:01,250\n{\\an2}{\\pos(9,9)}<i>a </i>b\n',
  );
});

test('returns the reason no_subtitles for a video without subtitles', () =>
  assert.rejects(convert('silent.mkv', 'srt'), /^protean-reason: no_subtitles$/m));

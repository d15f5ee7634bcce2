/**
 * Tests conversions of subtitles over HTTP: colours and positions, repaired times, and warnings about changed or
 * omitted content.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { outputOf } from '../../support/results/measure.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

async function sent(name: string, content: string, to: string, options: OptionValues = {}) {
  const file = path.join(lab.dir, name);
  await writeFile(file, content);
  const answer = await lab.send(file, path.extname(name).slice(1), to, options);
  assert.equal(answer.status, 200, answer.error.message);
  return { text: answer.body.toString(), warnings: answer.headers.get('x-conversion-warnings') ?? '' };
}

const styled =
  '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="#ff0000">top red</font>\n\n' +
  '2\n00:00:05,000 --> 00:00:04,000\nends before start\n';

test('keeps colours and positions of SubRip subtitles, and warns about a repaired cue', async () => {
  for (const [to, pattern] of [
    ['ass', /0:00:01\.00,0:00:02\.00,.*\{\\an8\}\{\\c&H0000FF&\}top red[^]*0:00:05\.00,0:00:07\.00/],
    ['ssa', /\{\\a6\}\{\\c&H0000FF&\}top red/],
    ['vtt', /02\.000 line:0\n<c\.red>top red<\/c>[^]*05\.000 --> 00:00:07\.000/],
    ['ttml', /tts:displayAlign="before"[^]*tts:color="#ff0000"/],
    ['srt', /^\{\\an8\}<font color="#ff0000">top red<\/font>$/m],
  ] as const) {
    const { text, warnings } = await sent('styled.srt', styled, to);
    assert.match(text, pattern, to);
    assert.equal(warnings, 'cues_mended', to);
  }
});

test('writes colours and positions of SubRip subtitles so that FFmpeg can read them', async () => {
  for (const [to, demuxer] of [
    ['ass', 'ass'],
    ['ssa', 'ass'],
    ['srt', 'srt'],
  ] as const) {
    const file = path.join(lab.dir, `read.${to}`);
    await writeFile(file, (await sent('styled.srt', styled, to)).text);
    const read = ['-v', 'error', '-f', demuxer, '-i', file, '-f', 'ass', '-'];
    assert.match(await outputOf('/usr/bin/ffmpeg', read), /\{\\an?[68]\}.*\{\\c&HFF&\}|&H0000FF&/i, to);
  }
});

test('marks subtitle routes as lossy if the target lacks common features', async () => {
  const { routes } = (await lab.formats('?category=subtitle')) as unknown as {
    routes: { source: string; target: string; lossy: boolean }[];
  };
  const lossy = new Set(
    routes.filter((route) => route.lossy).map(({ source, target }) => `${source} ${target}`),
  );
  for (const pair of ['srt lrc', 'srt sbv', 'vtt sub', 'ass srt', 'ttml lrc'])
    assert.ok(lossy.has(pair), pair);
  for (const pair of ['srt ass', 'srt vtt', 'vtt ttml', 'ass ssa', 'lrc srt', 'srt srt'])
    assert.ok(!lossy.has(pair), pair);
  const spoken = 'WEBVTT\n\nNOTE draft\n\n00:01.000 --> 00:02.000\n<v Ann>hello\n';
  assert.equal((await sent('spoken.vtt', spoken, 'srt')).warnings, 'subtitle_features_left_out');
  assert.equal((await sent('spoken.vtt', spoken, 'ass')).warnings, '');
});

test('writes UTF-8 with line feeds if a subtitle file is converted to its own format', async () => {
  for (const ext of ['srt', 'vtt', 'ass', 'ssa', 'lrc', 'ttml', 'sbv', 'sub']) {
    const file = await lab.samples.get(ext);
    const whole = await readFile(await lab.converted(ext, ext, {}, file), 'utf8');
    assert.match(whole, /naïve/, ext);
    assert.doesNotMatch(whole, /[\uFEFF\r]/, ext);
    const part = await readFile(await lab.converted(ext, ext, { start: '1.1', end: '1.75' }, file), 'utf8');
    assert.match(part, /naïve/, ext);
    assert.doesNotMatch(part, /café|東京/, ext);
  }
});

/**
 * FFmpeg decodes only the codecs on a list. The list of allowed codecs contains the codecs of all samples. If the codec
 * of a file is not on the list, the error names the codec.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { ffmpeg } from '../../../packages/engines/tools/ffmpeg/command.ts';
import { decoders } from '../../../packages/engines/tools/ffmpeg/streams/decoders.ts';
import {
  audioSources,
  sourceOfFile,
  videoSources,
} from '../../../packages/engines/tools/ffmpeg/streams/sources.ts';
import { audioTargets, videoTargets } from '../../../packages/engines/tools/ffmpeg/streams/targets.ts';
import { run } from '../../samples/run.ts';
import { Samples } from '../../samples/samples.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
const samples = new Samples(lab.dir);

async function video(codec: string, ext: string): Promise<string> {
  const file = path.join(lab.dir, `${codec}.${ext}`);
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=5', '-t', '1'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...source, '-c:v', codec, file]);
  return file;
}

for (const ext of ['avi', 'mkv', 'mov'])
  test(`refuses an ${ext} video whose codec has no allowed decoder, and names the codec`, async () => {
    const file = await video('magicyuv', ext);
    for (const target of ['mp4', 'gif', 'mkv']) {
      if (target === ext) continue;
      const { error } = await lab.send(file, ext, target, {});
      const { reason, feature } = error.details ?? {};
      assert.deepEqual([target, reason, feature], [target, 'unsupported_feature', 'codec magicyuv']);
    }
  });

test('the allowed decoders decode the sample of every audio and video format', async () => {
  for (const ext of Object.keys({ ...audioSources, ...videoSources })) {
    if (ext === 'swf') continue; // Protean unpacks swf before FFmpeg reads it.
    const file = await samples.get(ext);
    const [program = '', ...words] = ffmpeg(sourceOfFile(ext, file), file, ['-f', 'null', '-']);
    await run(`/usr/bin/${program}`, words);
  }
});

test('the allowed decoders include every codec that conversions copy unchanged', () => {
  const aliases: Readonly<Record<string, string>> = {
    amr_nb: 'amrnb',
    amr_wb: 'amrwb',
    dts: 'dca',
    flv1: 'flv',
    msmpeg4v3: 'msmpeg4',
  };
  const kept = Object.values({ ...audioTargets, ...videoTargets }).flatMap(({ picture, sound }) => [
    ...(picture?.keeps ?? []),
    ...(sound?.keeps ?? []),
  ]);
  const missing = [...new Set(kept)].filter((codec) => !decoders.includes(aliases[codec] ?? codec));
  assert.deepEqual(missing, []);
});

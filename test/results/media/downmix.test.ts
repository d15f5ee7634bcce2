/** Surround sound has the same level in every format after downmixing. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

async function meanVolume(file: string): Promise<number> {
  const { stderr } = await run('/usr/bin/ffmpeg', ['-i', file, '-af', 'volumedetect', '-f', 'null', '-']);
  return Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1]);
}

test('downmixes 5.1 audio to stereo with the same volume in every target format', async () => {
  const source = path.join(lab.dir, 'surround.wav');
  const pan = 'pan=5.1|c0=.3*c0|c1=.3*c0|c2=.3*c0|c3=0*c0|c4=.3*c0|c5=.3*c0';
  await run('/usr/bin/ffmpeg', ['-f', 'lavfi', '-i', 'sine=f=440:d=2', '-af', pan, source]);
  const due = await meanVolume(await lab.converted('wav', 'wav', { channels: '2' }, source));
  for (const to of ['mp3', 'm4a', 'ogg', 'opus', 'flac']) {
    const level = await meanVolume(await lab.converted('wav', to, { channels: '2' }, source));
    assert.ok(Math.abs(level - due) < 0.7, `${to}: ${level} dB, not ${due} dB`);
  }
});

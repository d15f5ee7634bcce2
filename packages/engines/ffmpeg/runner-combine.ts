/** Makes one recording or film of several, one after the other. */
import { closeSync, openSync } from 'node:fs';
import { progressLogName } from '../runtime/engine.ts';
import { run } from '../runtime/run.ts';
import { readStep } from '../runtime/step.ts';
import { ffmpegOfSeveral, ffprobe } from './command.ts';
import { concatenation } from './concatenation.ts';
import { readMedia } from './media.ts';
import { sourceOf } from './sources.ts';

const plain = [
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
];

const { from, inputs = [], output, work } = readStep();
const source = sourceOf(from);
const media = inputs.map((input) => {
  const probed = run(ffprobe(source, input));
  if (probed.status !== 0) fail(probed.status, probed.stderr);
  return readMedia(probed.stdout, probed.stderr);
});
const log = openSync(`${work}/${progressLogName}`, 'w');
const flags = concatenation(media, { film: from === 'mkv' });
const { status, stderr } = run(ffmpegOfSeveral(source, inputs, [...flags, ...plain, output]), log);
closeSync(log);
if (status !== 0) fail(status, stderr);

function fail(withStatus: number, message: string): never {
  process.stderr.write(message);
  process.exit(withStatus);
}

/**
 * Converts between animated image formats with ffmpeg and keeps the delays and the number of plays. In the command `{plays}` stands for
 * that number, `{demuxer}` for the demuxer and `{input}` for the file.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { samplingFlags, warnOfSampledAlpha } from './alpha-sample.ts';
import { animationPixels, gifLoops, maxAnimationPixels, playsOf } from './animation.ts';
import { delaysOf, storeDelaysIn, withShownDelays } from './delays.ts';
import { declareTransparencyIn } from './webp-alpha.ts';
import { apngInSrgb } from '../sharp/colour/animated-png.ts';
import type { Step } from '../runtime/engine.ts';
import { refuse } from '../runtime/refuse.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

const step = readStep<Step & { command: readonly string[] }>();
const { output, work, from, to, command } = step;
await refuseTruncated(step.input, from);
const input = from === 'apng' ? await apngInSrgb(step, step.input) : step.input;
const file = await readFile(input);
if (animationPixels(from, file) > maxAnimationPixels) refuse('too_many_pixels');
const plays = playsOf(from, file);
// An APNG of a single frame is a PNG.
const demuxer = from === 'apng' && !file.includes('acTL') ? 'png_pipe' : from;
const timed = await withShownDelays(from, input, work);
const [program = '', ...words] = command.map((word) =>
  word
    .replace('{input}', timed)
    .replace('{plays}', String(to === 'gif' ? gifLoops(plays) : plays))
    .replace('{demuxer}', demuxer),
);
const run = promisify(execFile);
await run(`/usr/bin/${program}`, words);

const delays = delaysOf(from, file);
if (delays.length > 1) await storeDelaysIn(output, to, delays);
if (to === 'webp') await declareTransparencyIn(output);
if (to === 'gif') {
  const opened = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-f', demuxer, '-i', timed];
  await run('/usr/bin/ffmpeg', [...opened, '-y', ...samplingFlags(work)]);
  warnOfSampledAlpha(step);
}

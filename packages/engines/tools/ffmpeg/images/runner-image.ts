/**
 * Converts between animated image formats with ffmpeg and keeps the delays and the number of plays. In the command,
 * the runner replaces `{plays}`, `{demuxer}` and `{input}` with their values.
 */
import { readFile } from 'node:fs/promises';
import { samplingFlags, warnOfSampledAlpha } from './alpha-sample.ts';
import { animationPixels, gifLoops, maxAnimationPixels, playsOf } from './animation.ts';
import { strictFfmpeg } from '../command.ts';
import { delaysOf, storeDelaysIn, withShownDelays } from '../../../shared/image/animation/delays.ts';
import { apngSource, sourceOf } from '../streams/sources.ts';
import { declareTransparencyIn } from './webp-alpha.ts';
import { callTool } from '../../../shared/image/call-tool.ts';
import { apngInSrgb } from './animated-png.ts';
import type { Step } from '../../../contract/engine.ts';
import { refuse } from '../../../shared/runner/refuse.ts';
import { readStep } from '../../../contract/step.ts';
import { refuseTruncated } from '../../../shared/image/truncation.ts';

const step = readStep<Step & { command: readonly string[] }>();
const { output, work, from, to, command } = step;
await refuseTruncated(step.input, from);
const input = from === 'apng' ? await apngInSrgb(step, step.input) : step.input;
const file = await readFile(input);
if (animationPixels(from, file) > maxAnimationPixels) refuse('too_many_pixels');
const plays = playsOf(from, file);
const { demuxer } = from === 'apng' ? apngSource(file) : sourceOf(from);
const timed = await withShownDelays(from, input, work);
await callTool(
  command.map((word) =>
    word
      .replace('{input}', timed)
      .replace('{plays}', String(to === 'gif' ? gifLoops(plays) : plays))
      .replace('{demuxer}', demuxer),
  ),
);

const delays = delaysOf(from, file);
if (delays.length > 1) await storeDelaysIn(output, to, delays);
if (to === 'webp') await declareTransparencyIn(output);
if (to === 'gif') {
  await callTool([...strictFfmpeg, '-f', demuxer, '-i', timed, '-y', ...samplingFlags(work)]);
  warnOfSampledAlpha(step);
}

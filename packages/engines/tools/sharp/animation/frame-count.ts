/** Counts the frames of animations, and warns if a result shows only one of several frames. */
import { readFile } from 'node:fs/promises';
import { framesOfSequence } from '../../ffmpeg/images/avif-boxes.ts';
import { delaysOf } from '../../../shared/image/animation/delays.ts';
import { warn } from '../../../shared/runner/warn.ts';
import { callTool } from '../../../shared/image/call-tool.ts';
import { delaysInJxlInfo } from '../jxl/jxl-info.ts';
import type { Step } from '../../../contract/engine.ts';

type Count = (file: string) => Promise<number>;

const byDelays =
  (ext: string): Count =>
  async (file) =>
    delaysOf(ext, await readFile(file)).length;
const byTrack: Count = async (file) => framesOfSequence(await readFile(file));

const counters: Readonly<Record<string, Count>> = {
  gif: byDelays('gif'),
  webp: byDelays('webp'),
  // Animated PNGs often have the extension .png.
  png: byDelays('apng'),
  apng: byDelays('apng'),
  avif: byTrack,
  heic: byTrack,
  jxl: async (file) => delaysInJxlInfo(await callTool(['jxlinfo', file])).length,
};

/** Warns if the source has several frames, because the result shows only one frame. */
export async function warnOfLeftOutFrames(step: Step): Promise<void> {
  const { from, input, options } = step;
  if (options.page !== undefined) return;
  // If the counting tool is missing or the header is unreadable, the number of frames is unknown.
  const frames = (await counters[from]?.(input).catch(() => undefined)) ?? 1;
  if (frames > 1) warn(step, 'frames_left_out', `1 of ${frames}`);
}

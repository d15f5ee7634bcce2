/** Counts the frames of animations, and warns where a result shows only one of them. */
import { readFile } from 'node:fs/promises';
import { framesOfSequence } from '../ffmpeg/avif-boxes.ts';
import { delaysOf } from '../ffmpeg/delays.ts';
import { warn } from '../runtime/warn.ts';
import { callTool } from './decode.ts';
import type { Step } from '../runtime/engine.ts';

const counters: Readonly<Record<string, (file: string) => Promise<number>>> = {
  gif: async (file) => delaysOf('gif', await readFile(file)).length,
  webp: async (file) => delaysOf('webp', await readFile(file)).length,
  // Pictures that move are often named .png.
  png: framesOfPng,
  apng: framesOfPng,
  avif: async (file) => framesOfSequence(await readFile(file)),
  heic: async (file) => framesOfSequence(await readFile(file)),
  jxl: async (file) => framesInJxlInfo(await callTool(['jxlinfo', file])),
};

async function framesOfPng(file: string): Promise<number> {
  return delaysOf('apng', await readFile(file)).length;
}

/** By what jxlinfo prints: a line for each frame of an animation. */
export function framesInJxlInfo(told: string): number {
  return told.startsWith('JPEG XL animation')
    ? told.split('\n').filter((line) => line.startsWith('frame:')).length
    : 1;
}

/** Called where the result shows a single picture. */
export async function warnOfLeftOutFrames(step: Step): Promise<void> {
  const { from, input, options } = step;
  if (options.page !== undefined) return;
  // Without the tool, and for a header that cannot be read, nothing is known.
  const frames = (await counters[from]?.(input).catch(() => undefined)) ?? 1;
  if (frames > 1) warn(step, 'frames_left_out', `1 of ${frames}`);
}

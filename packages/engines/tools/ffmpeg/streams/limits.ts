/** Limits of audio and video conversions. */
import { animationSources } from './sources.ts';
import type { EngineDeclaration, TimeBudget } from '../../../contract/engine.ts';

const GB = 1024 * 1024 * 1024;

/**
 * The memory limit allows for the frames that encoders read ahead. The limit for results is high, because jobs may
 * convert long videos.
 */
export const mediaLimits = {
  memory: 1.5 * GB,
  outputBytes: 6 * GB,
} satisfies EngineDeclaration['limits'];

/**
 * The time per megabyte is high, because 1 MB of speech lasts many minutes and the video of its waveform is as long.
 */
export const mediaTimeBudget: TimeBudget = { ms: 20_000, perMegabyte: 60_000 };

/** An animated image needs less time per megabyte than speech, because its frames are hardly compressed. */
export const animationTimeBudgets: Readonly<Record<string, TimeBudget>> = Object.fromEntries(
  Object.keys(animationSources).map((from) => [from, { ms: 20_000, perMegabyte: 5_000 }]),
);

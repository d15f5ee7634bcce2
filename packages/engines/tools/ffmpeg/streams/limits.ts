/** Limits of audio and video conversions. */
import type { EngineDeclaration, TimeBudget } from '../../../contract/engine.ts';

const GB = 1024 * 1024 * 1024;

/**
 * Encoders need memory for their lookahead. The limit for results is high, because a long film in a job is a large
 * file.
 */
export const mediaLimits = {
  memory: 1.5 * GB,
  outputBytes: 6 * GB,
} satisfies EngineDeclaration['limits'];

/**
 * 1 MB of speech lasts many minutes, and its waveform video is equally long. The time per megabyte is therefore high.
 */
export const mediaTimeBudget: TimeBudget = { ms: 20_000, perMegabyte: 60_000 };

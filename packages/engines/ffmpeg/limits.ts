/** What a conversion of sound or video may use. */
import type { EngineDeclaration, TimeBudget } from '../runtime/engine.ts';

const GB = 1024 * 1024 * 1024;

/** An encoder's look ahead takes room, and a long film its space where a job allows it. */
export const mediaLimits = {
  memory: 1.5 * GB,
  outputBytes: 6 * GB,
} satisfies EngineDeclaration['limits'];

/** A megabyte of a clear voice is many minutes, and so is what is drawn of it. */
export const mediaTimeBudget: TimeBudget = { ms: 20_000, perMegabyte: 60_000 };

/** Samples of markup formats. */
import type { SampleMakers } from './samples.ts';

export const markup: SampleMakers = {};

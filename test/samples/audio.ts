/** Samples of audio formats. */
import type { SampleMakers } from './samples.ts';

export const audio: SampleMakers = {};

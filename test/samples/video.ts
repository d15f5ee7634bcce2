/** Samples of video formats. */
import type { SampleMakers } from './samples.ts';

export const videos: SampleMakers = {};

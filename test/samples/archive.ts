/** Samples of archive formats. */
import type { SampleMakers } from './samples.ts';

export const archives: SampleMakers = {};

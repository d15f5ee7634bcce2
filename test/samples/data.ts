/** Samples of data formats. */
import type { SampleMakers } from './samples.ts';

export const data: SampleMakers = {};

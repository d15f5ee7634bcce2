/** Samples of document formats. */
import type { SampleMakers } from './samples.ts';

export const documents: SampleMakers = {};

/** Samples of font formats. */
import type { SampleMakers } from './samples.ts';

export const fonts: SampleMakers = {};

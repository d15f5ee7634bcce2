/** Samples of ebook formats. */
import type { SampleMakers } from './samples.ts';

export const ebooks: SampleMakers = {};

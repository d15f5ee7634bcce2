/** Samples of spreadsheet formats. */
import type { SampleMakers } from './samples.ts';

export const spreadsheets: SampleMakers = {};

/** Font formats, a row each. */
import type { Format } from './format.ts';

export const fonts: readonly Format[] = [];

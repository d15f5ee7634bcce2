/** Data formats, a row each. */
import type { Format } from './format.ts';

export const data: readonly Format[] = [];

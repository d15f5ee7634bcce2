/** Video formats, a row each. */
import type { Format } from './format.ts';

export const videos: readonly Format[] = [];

/** Audio formats, a row each. */
import type { Format } from './format.ts';

export const audio: readonly Format[] = [];

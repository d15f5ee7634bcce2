/** Ebook formats, a row each. */
import type { Format } from './format.ts';

export const ebooks: readonly Format[] = [];

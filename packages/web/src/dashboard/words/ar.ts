/** The dashboard's words in one language, as one file to load. */
export { ar as table } from '@protean/words/dashboard/ar.ts';

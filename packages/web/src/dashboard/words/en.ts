/** The dashboard's words in one language, as one file to load. */
export { en as table } from '@protean/words/dashboard/en.ts';

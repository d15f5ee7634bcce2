/** The dashboard's words in one language, as one file to load. */
export { ja as table } from '@protean/words/dashboard/ja.ts';

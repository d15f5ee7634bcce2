/** The dashboard's words in one language, as one file to load. */
export { pt as table } from '@protean/words/dashboard/pt.ts';

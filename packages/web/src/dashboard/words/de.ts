/** The dashboard's words in one language, as one file to load. */
export { de as table } from '@protean/words/dashboard/de.ts';

/** The dashboard's words in one language, as one file to load. */
export { fr as table } from '@protean/words/dashboard/fr.ts';

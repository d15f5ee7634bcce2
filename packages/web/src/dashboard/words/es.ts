/** The dashboard's words in one language, as one file to load. */
export { es as table } from '@protean/words/dashboard/es.ts';

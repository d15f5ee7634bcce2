/** The dashboard's words in one language, as one file to load. */
export { zh as table } from '@protean/words/dashboard/zh.ts';

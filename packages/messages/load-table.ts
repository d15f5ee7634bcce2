/** Loads the words of one language, so that a browser gets no others. */
import type { LanguageTag } from './languages.ts';

/** By language, the import of its words. */
export type Loaders<Table> = Readonly<Record<LanguageTag, () => Promise<Table>>>;

/** The words in `language`, or in English for an unknown tag. */
export function loadTable<Table>(loaders: Loaders<Table>, language: string): Promise<Table> {
  const known = Object.hasOwn(loaders, language) ? (language as LanguageTag) : 'en';
  return loaders[known]();
}

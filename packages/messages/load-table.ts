/** Loads the messages of a single language, so that a browser loads no other language. */
import type { LanguageTag } from './languages.ts';

/** For each language, a function that imports its messages. */
export type Loaders<Table> = Readonly<Record<LanguageTag, () => Promise<Table>>>;

/** Returns the messages in `language`, or in English for an unknown tag. */
export function loadTable<Table>(loaders: Loaders<Table>, language: string): Promise<Table> {
  const known = Object.hasOwn(loaders, language) ? (language as LanguageTag) : 'en';
  return loaders[known]();
}

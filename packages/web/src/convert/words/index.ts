/** The tool's words in the page's language, of which a browser loads one. */
import type { Message, Values } from '@protean/words/message.ts';
import { writeMessage } from '@protean/words/message.ts';
import type { ConvertWords } from '@protean/words/convert/words.ts';
import type { DomainWords } from '@protean/words/domain/words.ts';

export interface Words {
  language: string;
  say: (key: keyof ConvertWords, values?: Values) => string;
  /** A category, a trait or an option: `domain('trait_alpha')`; the name itself where there is no word for it. */
  domain: (key: string) => string;
  list: (texts: readonly string[]) => string;
}

type Tables = readonly [ConvertWords, DomainWords];

const loadEnglish = async (): Promise<Tables> => (await import('./en.ts')).tables;

const load: Readonly<Record<string, () => Promise<Tables>>> = {
  en: loadEnglish,
  de: async () => (await import('./de.ts')).tables,
  fr: async () => (await import('./fr.ts')).tables,
  es: async () => (await import('./es.ts')).tables,
  pt: async () => (await import('./pt.ts')).tables,
  zh: async () => (await import('./zh.ts')).tables,
  ja: async () => (await import('./ja.ts')).tables,
  ar: async () => (await import('./ar.ts')).tables,
};

export async function loadWords(language: string): Promise<Words> {
  const [words, domain] = await (load[language] ?? loadEnglish)();
  const domainWords: Readonly<Record<string, Message>> = domain;
  return {
    language,
    say: (key, values) => writeMessage(words[key], language, values),
    domain: (key) => {
      const word = domainWords[key];
      return word === undefined
        ? key.replace(/^[a-z]+_/, '').replaceAll('_', ' ')
        : writeMessage(word, language);
    },
    list: (texts) => new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(texts),
  };
}

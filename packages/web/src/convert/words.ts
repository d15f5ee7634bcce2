/** The tool's words in the page's language, of which a browser loads one. */
import { loadTable, type Loaders } from '@protean/words/load-table.ts';
import type { Message, Values } from '@protean/words/message.ts';
import { writeMessage } from '@protean/words/message.ts';
import type { ConvertWords } from '@protean/words/convert/words.ts';

export interface Words {
  language: string;
  say: (key: keyof ConvertWords, values?: Values) => string;
  /** A category, a trait or an option: `domain('trait_alpha')`; the name itself where there is no word for it. */
  domain: (key: string) => string;
  /** Whether an option has a label, and so a field on the page. */
  hasOption: (name: string) => boolean;
  list: (texts: readonly string[]) => string;
}

const loaders: Loaders<ConvertWords> = {
  en: async () => (await import('@protean/words/convert/en.ts')).en,
  de: async () => (await import('@protean/words/convert/de.ts')).de,
  fr: async () => (await import('@protean/words/convert/fr.ts')).fr,
  es: async () => (await import('@protean/words/convert/es.ts')).es,
  pt: async () => (await import('@protean/words/convert/pt.ts')).pt,
  zh: async () => (await import('@protean/words/convert/zh.ts')).zh,
  ja: async () => (await import('@protean/words/convert/ja.ts')).ja,
  ar: async () => (await import('@protean/words/convert/ar.ts')).ar,
};

export async function loadWords(language: string): Promise<Words> {
  const words = await loadTable(loaders, language);
  const byName: Readonly<Record<string, Message>> = words;
  return {
    language,
    say: (key, values) => writeMessage(words[key], language, values),
    domain: (key) => {
      const word = byName[key];
      return word === undefined
        ? key.replace(/^[a-z]+_/, '').replaceAll('_', ' ')
        : writeMessage(word, language);
    },
    hasOption: (name) => Object.hasOwn(domainWords, `option_${name}`),
    list: (texts) => new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(texts),
  };
}

/** Loads the tool's messages in the page's language. A browser loads the messages of only one language. */
import { loadTable, type Loaders } from '@protean/messages/load-table.ts';
import { writeMessage, type Message, type Values } from '@protean/messages/message.ts';
import type { ConvertMessages } from '@protean/messages/convert/messages.ts';

export interface Messages {
  language: string;
  say: (key: keyof ConvertMessages, values?: Values) => string;
  /**
   * Returns the name of a category, an option or a warning. For example, `category_image` is the key of a category. For
   * an unknown key, returns the key as words, without its prefix.
   */
  domain: (key: string) => string;
  /** Whether an option has a label. Only options with a label have a field on the page. */
  hasOption: (name: string) => boolean;
  list: (texts: readonly string[]) => string;
  /** Joins strings with “or”. */
  alternatives: (texts: readonly string[]) => string;
}

const loaders: Loaders<ConvertMessages> = {
  en: async () => (await import('@protean/messages/convert/en.ts')).en,
  de: async () => (await import('@protean/messages/convert/de.ts')).de,
  fr: async () => (await import('@protean/messages/convert/fr.ts')).fr,
  es: async () => (await import('@protean/messages/convert/es.ts')).es,
  pt: async () => (await import('@protean/messages/convert/pt.ts')).pt,
  zh: async () => (await import('@protean/messages/convert/zh.ts')).zh,
  ja: async () => (await import('@protean/messages/convert/ja.ts')).ja,
  ar: async () => (await import('@protean/messages/convert/ar.ts')).ar,
};

export async function loadMessages(language: string): Promise<Messages> {
  const messages = await loadTable(loaders, language);
  const byName: Readonly<Record<string, Message>> = messages;
  return {
    language,
    say: (key, values) => writeMessage(messages[key], language, values),
    domain: (key) => {
      const message = byName[key];
      return message === undefined
        ? key.replace(/^[a-z]+_/, '').replaceAll('_', ' ')
        : writeMessage(message, language);
    },
    hasOption: (name) => Object.hasOwn(messages, `option_${name}`),
    alternatives: (texts) => new Intl.ListFormat(language, { type: 'disjunction' }).format(texts),
    list: (texts) => new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(texts),
  };
}

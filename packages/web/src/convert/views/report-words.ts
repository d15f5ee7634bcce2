/** The words of reports in the page's language, loaded with the first report that is opened. */
import type { LanguageTag } from '@protean/words/languages.ts';
import { writeMessage } from '@protean/words/message.ts';
import type { ReportWords } from '@protean/words/report/words.ts';

export type SayOfReport = (key: keyof ReportWords) => string;

const load: Readonly<Record<LanguageTag, () => Promise<ReportWords>>> = {
  en: async () => (await import('@protean/words/report/en.ts')).en,
  de: async () => (await import('@protean/words/report/de.ts')).de,
  fr: async () => (await import('@protean/words/report/fr.ts')).fr,
  es: async () => (await import('@protean/words/report/es.ts')).es,
  pt: async () => (await import('@protean/words/report/pt.ts')).pt,
  zh: async () => (await import('@protean/words/report/zh.ts')).zh,
  ja: async () => (await import('@protean/words/report/ja.ts')).ja,
  ar: async () => (await import('@protean/words/report/ar.ts')).ar,
};

const isKnown = (language: string): language is LanguageTag => Object.hasOwn(load, language);

export async function loadReportWords(language: string): Promise<SayOfReport> {
  const words = await load[isKnown(language) ? language : 'en']();
  return (key) => writeMessage(words[key], language);
}

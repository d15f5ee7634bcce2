/** The words of reports in the page's language, loaded with the first report that is opened. */
import { loadTable, type Loaders } from '@protean/words/load-table.ts';
import { writeMessage } from '@protean/words/message.ts';
import type { ReportWords } from '@protean/words/report/words.ts';

export type SayOfReport = (key: keyof ReportWords) => string;

const loaders: Loaders<ReportWords> = {
  en: async () => (await import('@protean/words/report/en.ts')).en,
  de: async () => (await import('@protean/words/report/de.ts')).de,
  fr: async () => (await import('@protean/words/report/fr.ts')).fr,
  es: async () => (await import('@protean/words/report/es.ts')).es,
  pt: async () => (await import('@protean/words/report/pt.ts')).pt,
  zh: async () => (await import('@protean/words/report/zh.ts')).zh,
  ja: async () => (await import('@protean/words/report/ja.ts')).ja,
  ar: async () => (await import('@protean/words/report/ar.ts')).ar,
};

export async function loadReportWords(language: string): Promise<SayOfReport> {
  const words = await loadTable(loaders, language);
  return (key) => writeMessage(words[key], language);
}

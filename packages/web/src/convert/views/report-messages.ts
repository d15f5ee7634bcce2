/**
 * Messages of reports in the page's language. The page loads the messages of reports when the user opens the first
 * report.
 */
import { loadTable, type Loaders } from '@protean/messages/load-table.ts';
import { writeMessage } from '@protean/messages/message.ts';
import type { ReportMessages } from '@protean/messages/report/messages.ts';

export type SayOfReport = (key: keyof ReportMessages) => string;

const loaders: Loaders<ReportMessages> = {
  en: async () => (await import('@protean/messages/report/en.ts')).en,
  de: async () => (await import('@protean/messages/report/de.ts')).de,
  fr: async () => (await import('@protean/messages/report/fr.ts')).fr,
  es: async () => (await import('@protean/messages/report/es.ts')).es,
  pt: async () => (await import('@protean/messages/report/pt.ts')).pt,
  zh: async () => (await import('@protean/messages/report/zh.ts')).zh,
  ja: async () => (await import('@protean/messages/report/ja.ts')).ja,
  ar: async () => (await import('@protean/messages/report/ar.ts')).ar,
};

export async function loadReportMessages(language: string): Promise<SayOfReport> {
  const messages = await loadTable(loaders, language);
  return (key) => writeMessage(messages[key], language);
}

/**
 * Describes the effects of losses in the page's language. This module is loaded with the first report, or with the
 * first route that has losses.
 */
import { noticesOf } from '@protean/formats/losses.ts';
import type { Format } from '@protean/formats/format.ts';
import { loadTable, type Loaders } from '@protean/messages/load-table.ts';
import { writeMessage } from '@protean/messages/message.ts';
import type { LossMessages } from '@protean/messages/losses/messages.ts';

/** Describes the losses of a conversion in sentences. */
export type WriteLosses = (source: Format, target: Format, loses: readonly string[]) => string;

const loaders: Loaders<LossMessages> = {
  en: async () => (await import('@protean/messages/losses/en.ts')).en,
  de: async () => (await import('@protean/messages/losses/de.ts')).de,
  fr: async () => (await import('@protean/messages/losses/fr.ts')).fr,
  es: async () => (await import('@protean/messages/losses/es.ts')).es,
  pt: async () => (await import('@protean/messages/losses/pt.ts')).pt,
  zh: async () => (await import('@protean/messages/losses/zh.ts')).zh,
  ja: async () => (await import('@protean/messages/losses/ja.ts')).ja,
  ar: async () => (await import('@protean/messages/losses/ar.ts')).ar,
};

export async function loadLossMessages(language: string): Promise<WriteLosses> {
  const messages = await loadTable(loaders, language);
  return (source, target, loses) =>
    noticesOf(source, target, loses)
      .map((notice) => writeMessage(messages[notice], language))
      .join(' ');
}

/**
 * Messages of the dashboard in the page's language. This module also formats times, amounts and sizes for the page's
 * language.
 */
import { writeUsd } from '@protean/messages/money.ts';
import { loadTable, type Loaders } from '@protean/messages/load-table.ts';
import { writeMessage, type Values } from '@protean/messages/message.ts';
import type { DashboardMessages } from '@protean/messages/dashboard/messages.ts';
import { writePercent, writeSize } from '../convert/state/amounts.ts';

export type Word = keyof DashboardMessages;

const loaders: Loaders<DashboardMessages> = {
  en: async () => (await import('@protean/messages/dashboard/en.ts')).en,
  de: async () => (await import('@protean/messages/dashboard/de.ts')).de,
  fr: async () => (await import('@protean/messages/dashboard/fr.ts')).fr,
  es: async () => (await import('@protean/messages/dashboard/es.ts')).es,
  pt: async () => (await import('@protean/messages/dashboard/pt.ts')).pt,
  zh: async () => (await import('@protean/messages/dashboard/zh.ts')).zh,
  ja: async () => (await import('@protean/messages/dashboard/ja.ts')).ja,
  ar: async () => (await import('@protean/messages/dashboard/ar.ts')).ar,
};

export async function loadMessages(language: string): Promise<Messages> {
  return new Messages(language, await loadTable(loaders, language));
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export class Messages {
  readonly language: string;
  readonly #table: DashboardMessages;

  constructor(language: string, table: DashboardMessages) {
    this.language = language;
    this.#table = table;
  }

  say(word: Word, values?: Values): string {
    return writeMessage(this.#table[word], this.language, values);
  }

  number(value: number): string {
    return value.toLocaleString(this.language);
  }

  percent(share: number): string {
    return writePercent(share, this.language);
  }

  size(bytes: number): string {
    return writeSize(bytes, this.language);
  }

  money(usd: number): string {
    return writeUsd(usd, this.language);
  }

  /** Formats a day in UTC, such as a day in the usage statistics. */
  utcDay(iso: string): string {
    return new Date(iso).toLocaleDateString(this.language, {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    });
  }

  day(iso: string): string {
    return new Date(iso).toLocaleDateString(this.language, { dateStyle: 'medium' });
  }

  time(iso: string): string {
    return new Date(iso).toLocaleString(this.language, { dateStyle: 'medium', timeStyle: 'short' });
  }

  duration(ms: number): string {
    const [value, unit] = ms < 1000 ? [ms, 'millisecond'] : [ms / 1000, 'second'];
    return new Intl.NumberFormat(this.language, {
      ...{ style: 'unit', unit, unitDisplay: 'short' },
      maximumFractionDigits: unit === 'second' && value < 10 ? 1 : 0,
    }).format(value);
  }

  /**
   * Returns a relative time, such as `3 minutes ago` or `in 2 days`. Returns the date if the time is more than 8 days
   * from now.
   */
  relative(iso: string, now = Date.now()): string {
    const seconds = (Date.parse(iso) - now) / 1000;
    if (Math.abs(seconds) > 8 * 86_400) return this.day(iso);
    const format = new Intl.RelativeTimeFormat(this.language, { numeric: 'auto' });
    const [unit, length] = units.find(([, long]) => Math.abs(seconds) >= long) ?? ['second', 1];
    // A difference of seconds is shown as "now", because clocks may differ.
    return unit === 'second' ? format.format(0, 'second') : format.format(Math.round(seconds / length), unit);
  }
}

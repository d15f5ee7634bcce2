/** What a table of a report's words holds. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type ReportMessages = Translation<typeof en>;

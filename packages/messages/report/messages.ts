/** The type of a report's messages. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type ReportMessages = Translation<typeof en>;

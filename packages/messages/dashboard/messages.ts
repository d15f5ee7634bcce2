/** What a table of the dashboard's words holds. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type DashboardMessages = Translation<typeof en>;

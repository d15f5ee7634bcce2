/** The type of the dashboard's messages. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type DashboardMessages = Translation<typeof en>;

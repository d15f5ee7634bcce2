/** What a table of the pages' words holds. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type PageMessages = Translation<typeof en>;

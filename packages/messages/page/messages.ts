/** The type of the pages' messages. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type PageMessages = Translation<typeof en>;

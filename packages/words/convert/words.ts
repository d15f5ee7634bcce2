/** What a table of the convert tool's words holds. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type ConvertWords = Translation<typeof en>;

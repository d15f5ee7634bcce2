/** What a table of the convert tool's words holds; those of the domain are in it, so that the page loads one file. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type ConvertMessages = Translation<typeof en>;

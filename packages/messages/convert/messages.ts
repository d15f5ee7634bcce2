/** The type of the convert tool's messages. They include the domain's, so that the page loads one file. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type ConvertMessages = Translation<typeof en>;

/** The type of the messages of the PDF tools. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type PdfToolMessages = Translation<typeof en>;

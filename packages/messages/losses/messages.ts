/** The type of the messages about losses. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type LossMessages = Translation<typeof en>;

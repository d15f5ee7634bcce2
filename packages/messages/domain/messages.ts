/** The type of the domain's messages. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type DomainMessages = Translation<typeof en>;

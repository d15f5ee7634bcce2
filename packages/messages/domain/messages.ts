/** What a table of the domain's words holds. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type DomainMessages = Translation<typeof en>;

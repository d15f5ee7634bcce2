/** The type of the domain messages: the names of traits, options and warnings. */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type DomainMessages = Translation<typeof en>;

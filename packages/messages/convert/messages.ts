/**
 * The type of the convert tool's messages. The convert messages include the domain messages, so that the page loads
 * only one file.
 */
import type { Translation } from '../message.ts';
import type { en } from './en.ts';

export type ConvertMessages = Translation<typeof en>;

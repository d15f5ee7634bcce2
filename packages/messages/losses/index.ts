/** Messages about the losses of a conversion, by language. */
import type { LanguageTag } from '../languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';
import type { LossMessages } from './messages.ts';
import { zh } from './zh.ts';

export const lossMessages: Readonly<Record<LanguageTag, LossMessages>> = { en, de, fr, es, pt, zh, ja, ar };

/** The list of trait documents. */
import type { TraitDocument } from '../trait-document.ts';
import { bookDocuments } from './books.ts';
import { dataDocuments } from './data.ts';
import { markupDocuments } from './markdown.ts';
import { sharedDocuments } from './shared.ts';
import { sheetDocuments } from './sheets.ts';
import { subtitleDocuments } from './subtitles.ts';
import { texDocuments } from './tex.ts';
import { webDocuments } from './web.ts';
import { wordDocuments } from './word.ts';

export const traitDocuments: readonly TraitDocument[] = [
  ...wordDocuments,
  ...sharedDocuments,
  ...sheetDocuments,
  ...bookDocuments,
  ...webDocuments,
  ...markupDocuments,
  ...texDocuments,
  ...dataDocuments,
  ...subtitleDocuments,
];

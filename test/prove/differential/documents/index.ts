/** The list of all trait documents, which have content that conversions easily lose. */
import type { TraitDocument } from '../trait-document.ts';
import { binaryDocuments } from './binary.ts';
import { bookDocuments } from './books.ts';
import { dataDocuments } from './data.ts';
import { mailDocuments } from './mails.ts';
import { markupDocuments } from './markdown.ts';
import { presentationDocuments } from './presentations.ts';
import { publishingDocuments } from './publishing.ts';
import { richTextDocuments } from './rtf.ts';
import { sharedDocuments } from './shared.ts';
import { sheetDocuments } from './sheets.ts';
import { subtitleDocuments } from './subtitles.ts';
import { texDocuments } from './tex.ts';
import { webDocuments } from './web.ts';
import { wikiDocuments } from './wiki.ts';
import { wordDocuments } from './word.ts';

export const traitDocuments: readonly TraitDocument[] = [
  ...wordDocuments,
  ...sharedDocuments,
  ...richTextDocuments,
  ...presentationDocuments,
  ...sheetDocuments,
  ...binaryDocuments,
  ...bookDocuments,
  ...mailDocuments,
  ...webDocuments,
  ...markupDocuments,
  ...wikiDocuments,
  ...publishingDocuments,
  ...texDocuments,
  ...dataDocuments,
  ...subtitleDocuments,
];

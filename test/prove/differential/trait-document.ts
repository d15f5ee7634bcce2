/** The types of trait documents: small sources with known pages, and the content that each conversion must show. */
import { writeFile } from 'node:fs/promises';
import type { WarningCode } from '@protean/engines/contract/warnings.ts';
import type { Format, Trait } from '@protean/formats/format.ts';
import type { OfficeRendering } from './office-rendering.ts';

/** A phrase that a reader sees, or several accepted spellings. */
export type Phrase = string | readonly string[];

/** One property of a document that conversions lose easily, such as a footnote or a hidden row. */
export interface DocumentTrait {
  name: string;
  /** Phrases that a page shows, each within one line. */
  shown?: readonly Phrase[];
  /** Content that no page shows: hidden text, field codes, words that no author wrote. */
  hidden?: readonly string[];
  /** Markup of the source that a reader must not see, letter by letter. */
  literal?: readonly string[];
  /** All text of the source. A result that shows other words fails, except in formats whose markup consists of words. */
  vocabulary?: string;
  /** Numbers of list items, which some formats write only at display time. */
  listNumbers?: true;
  /** Content outside the page, such as comments and speaker notes, which may be anywhere in the result. */
  aside?: true;
  /** Whether the trait is meaningful in a target; every target by default. */
  on?: (target: Format) => boolean;
  /** Traits of formats that excuse a loss if the route declares them in `loses`. */
  losesWith?: readonly Trait[];
  /** Warnings that excuse a loss. */
  warnings?: readonly WarningCode[];
}

/** A trait with its content in the source. */
export interface WrittenTrait extends DocumentTrait {
  body: string;
}

export interface TraitDocument {
  /** The name of the document within its format. */
  name: string;
  /** The source format. */
  ext: string;
  traits: readonly DocumentTrait[];
  /** Reads more traits from an independent rendering of the written document. */
  readTraits?: (file: string, office: OfficeRendering) => Promise<readonly DocumentTrait[]>;
  /** The targets of its conversions; every target by default. */
  targets?: readonly string[];
  write: (file: string) => Promise<void>;
}

/** Words that writers of formats use for a missing title or author. */
export const inventedWords: DocumentTrait = { name: 'invented-words', hidden: ['unknown', 'untitled'] };

/** A document with this content, whose results must not have invented words either. */
export const textDocument = (
  name: string,
  ext: string,
  traits: readonly DocumentTrait[],
  content: string,
): TraitDocument => ({
  name,
  ext,
  traits: [...traits, inventedWords],
  write: (file) => writeFile(file, content),
});

/** The content of the traits in the source. */
export const bodiesOf = (traits: readonly WrittenTrait[], between = '\n'): string =>
  traits.map(({ body }) => body).join(between);

/** Targets that are read as running text rather than as printed pages. */
export const isText = (target: Format): boolean => !isPaged(target) && !isOffice(target);

const paged = ['pdf', 'ps', 'xps'];
export const isPaged = ({ ext }: Format): boolean => paged.includes(ext);

/** Whether form controls are text in the target, rather than drawn. */
export const writesControls = (target: Format): boolean => !isPaged(target) && target.ext !== 'odg';

const office = [
  'docx',
  'docm',
  'dotx',
  'doc',
  'dot',
  'rtf',
  'odt',
  'ott',
  'fodt',
  'odg',
  'odp',
  'otp',
  'fodp',
];
export const isOffice = ({ ext }: Format): boolean =>
  office.includes(ext) || ['pptx', 'pptm', 'ppsx', 'potx', 'ppt', 'pps', 'pot'].includes(ext);

/**
 * The types of trait documents. A trait document is a small source file with known content. Its traits list the phrases
 * that each result must show, and the phrases that no result may show.
 */
import { writeFile } from 'node:fs/promises';
import type { WarningCode } from '@protean/engines/contract/warnings.ts';
import type { Format, Trait } from '@protean/formats/format.ts';
import type { OfficeRendering } from './office-rendering.ts';

/** A visible phrase, or several accepted spellings of it. */
export type Phrase = string | readonly string[];

/** One property of a document that conversions lose easily, such as a footnote or a hidden row. */
export interface DocumentTrait {
  name: string;
  /** Phrases that a page shows. Each fits on one line. */
  shown?: readonly Phrase[];
  /** Content that no page may show: hidden text, field codes, words that no author wrote. */
  hidden?: readonly string[];
  /** Markup of the source that must not be visible. It is compared character by character. */
  literal?: readonly string[];
  /** All text of the source. A result with other words fails, except in formats whose markup consists of words. */
  vocabulary?: string;
  /** Whether the trait consists of the numbers of list items, which some formats generate at display time. */
  listNumbers?: true;
  /** Whether the content may be anywhere in a result, not only in its visible text. Comments are an example. */
  aside?: true;
  /** Whether the trait is meaningful in a target. By default, it is meaningful in all targets. */
  on?: (target: Format) => boolean;
  /** Losses that excuse a missing trait if the route's `loses` declares one of them. */
  losesWith?: readonly Trait[];
  /** Warnings that excuse a missing trait. */
  warnings?: readonly WarningCode[];
}

/** A trait with its content in the source. */
export interface WrittenTrait extends DocumentTrait {
  body: string;
}

export interface TraitDocument {
  /** The name of the document. Documents of the same format have different names. */
  name: string;
  /** The source format. */
  ext: string;
  traits: readonly DocumentTrait[];
  /** Reads additional traits from another program's rendering of the document. */
  readTraits?: (file: string, office: OfficeRendering) => Promise<readonly DocumentTrait[]>;
  /** The targets to which the document is converted. By default all targets. */
  targets?: readonly string[];
  write: (file: string) => Promise<void>;
}

/** Words that the writers of some formats insert for a missing title or author. */
export const inventedWords: DocumentTrait = { name: 'invented-words', hidden: ['unknown', 'untitled'] };

/** Returns a document with this content. Its results must not contain the invented words. */
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

/** Joins the content of the traits into a source. */
export const bodiesOf = (traits: readonly WrittenTrait[], between = '\n'): string =>
  traits.map(({ body }) => body).join(between);

/** Returns whether the reader of the target reads running text instead of printed pages. */
export const isText = (target: Format): boolean => !isPaged(target) && !isOffice(target);

const paged = ['pdf', 'ps', 'xps'];
export const isPaged = ({ ext }: Format): boolean => paged.includes(ext);

/** Returns whether the target contains form controls as text instead of drawings. */
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

/**
 * The types of trait documents. A trait document is a small source file with known content. The traits of a document
 * list the phrases that each result must show, and the phrases that no result may show.
 */
import { writeFile } from 'node:fs/promises';
import type { WarningCode } from '@protean/engines/contract/warnings.ts';
import type { Format, Trait } from '@protean/formats/format.ts';
import type { OfficeRendering } from './office-rendering.ts';

/** A visible phrase, or several accepted spellings of a phrase. */
export type Phrase = string | readonly string[];

/** One property of a document that conversions lose easily, such as a footnote or a hidden row. */
export interface DocumentTrait {
  name: string;
  /** Phrases that a result must show. Each phrase is short enough to fit on one line. */
  shown?: readonly Phrase[];
  /** Content that no result may show: hidden text, field codes, and words that the author did not write. */
  hidden?: readonly string[];
  /** Markup of the source that must not be visible. The markup is compared with the result character by character. */
  literal?: readonly string[];
  /**
   * All text of the source. The test fails if a result has a word that is not in this text. The test is skipped for
   * formats in which words are markup.
   */
  vocabulary?: string;
  /** Whether the trait consists of the numbers of list items, which some formats generate at display time. */
  listNumbers?: true;
  /** Whether the content of the trait may be outside the visible text of a result, like the text of a comment. */
  aside?: true;
  /**
   * Returns whether the trait is compared in results of this target. By default, the trait is compared in all targets.
   */
  on?: (target: Format) => boolean;
  /** A missing trait is excused if the route declares one of these losses. */
  losesWith?: readonly Trait[];
  /** A missing trait is excused if the conversion gives a warning with one of these codes. */
  warnings?: readonly WarningCode[];
}

/** A trait (a feature that conversions lose easily), and the source text that contains it. */
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
  /** The targets to which the document is converted. By default, the document is converted to all targets. */
  targets?: readonly string[];
  write: (file: string) => Promise<void>;
}

/** Words that some programs write in place of a missing title or author. */
export const inventedWords: DocumentTrait = { name: 'invented-words', hidden: ['unknown', 'untitled'] };

/**
 * Returns a trait document that writes `content`. The results of the document must not contain the words in
 * `inventedWords`.
 */
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

/** Joins the source texts of the traits into one source text. */
export const bodiesOf = (traits: readonly WrittenTrait[], between = '\n'): string =>
  traits.map(({ body }) => body).join(between);

/**
 * Returns whether the text of a result in the format `target` is read from the file itself, and not from printed pages.
 */
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

/** The trait documents of the samples with one trait each, which other tests convert too. */
import type { WarningCode } from '@protean/engines/contract/warnings.ts';
import { openDocumentTraits } from '../../../samples/traits/open-document.ts';
import {
  writeFlatOpenDocumentText,
  writeOpenDocumentText,
} from '../../../samples/traits/open-document-package.ts';
import { presentationTraits } from '../../../samples/traits/presentation.ts';
import { wordTraits, writeWordTrait } from '../../../samples/traits/word.ts';
import { isText, type TraitDocument } from '../trait-document.ts';

/** One target of each kind: common text formats, a page, other office formats and a book. */
const texts = ['txt', 'md', 'html', 'docx', 'epub', 'rst', 'pdf', 'odp'];

interface SharedTrait {
  name: string;
  shows: readonly string[];
  hides?: readonly string[];
  warns?: readonly WarningCode[];
}

/** `isPrinted` is false for a trait that LibreOffice does not print. */
function document(
  ext: string,
  { name, shows, hides = [], warns = [] }: SharedTrait,
  write: TraitDocument['write'],
  isPrinted = true,
): TraitDocument {
  return {
    name: `${ext} ${name}`,
    ext,
    targets: texts,
    traits: [
      {
        name,
        // In a table, the cells of a row are separate texts.
        shown: shows.flatMap((phrase) => phrase.split('|')).filter((phrase) => phrase.trim() !== ''),
        hidden: hides,
        ...(isPrinted ? {} : { on: isText }),
        // If a warning names the content, no page of the result shows it.
        warnings: warns,
      },
    ],
    write,
  };
}

export const sharedDocuments: readonly TraitDocument[] = [
  ...presentationTraits.map((trait) =>
    document('pptx', trait, trait.write, trait.printed && !trait.name.includes('chart')),
  ),
  ...openDocumentTraits.flatMap((trait) => [
    document('odt', trait, (file) => writeOpenDocumentText(file, trait.parts), false),
    document('fodt', trait, (file) => writeFlatOpenDocumentText(file, trait.parts), false),
  ]),
  ...wordTraits.map((trait) => document('docx', trait, (file) => writeWordTrait(file, trait), false)),
];

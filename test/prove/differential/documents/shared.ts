/** Documents with one trait each, which other tests convert too, as trait documents of the differential oracle. */
import type { WarningCode } from '@protean/engines/contract/warnings.ts';
import { openDocumentTraits } from '../../../samples/traits/open-document.ts';
import {
  writeFlatOpenDocumentText,
  writeOpenDocumentText,
} from '../../../samples/traits/open-document-package.ts';
import { presentationTraits } from '../../../samples/traits/presentation.ts';
import { wordTraits, writeWordTrait } from '../../../samples/traits/word.ts';
import { isText, type TraitDocument } from '../trait-document.ts';

/** One target of each kind: the usual ones, a page, another office format and a book. */
const texts = ['txt', 'md', 'html', 'docx', 'epub', 'rst', 'pdf', 'odp'];

interface SharedTrait {
  name: string;
  shows: readonly string[];
  hides?: readonly string[];
  warns?: readonly WarningCode[];
}

/** `isPrinted` is false if LibreOffice does not print the trait. */
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
        // In tables, the cells of a row are separate.
        shown: shows.flatMap((phrase) => phrase.split('|')).filter((phrase) => phrase.trim() !== ''),
        hidden: hides,
        ...(isPrinted ? {} : { on: isText }),
        // Content named in a warning of these documents is not on their pages.
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

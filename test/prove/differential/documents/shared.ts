/**
 * Makes trait documents from the samples in test/samples/traits. Each sample has one trait: a feature that conversions
 * easily lose. Other tests also convert the samples in test/samples/traits.
 */
import type { WarningCode } from '@protean/engines/contract/warnings.ts';
import { openDocumentTraits } from '../../../samples/traits/open-document.ts';
import {
  writeFlatOpenDocumentText,
  writeOpenDocumentText,
} from '../../../samples/traits/open-document-package.ts';
import { presentationTraits } from '../../../samples/traits/presentation.ts';
import { wordTraits, writeWordTrait } from '../../../samples/traits/word.ts';
import { isText, type TraitDocument } from '../trait-document.ts';

/** The target formats: common text formats, a page format, other office formats and a book format. */
const texts = ['txt', 'md', 'html', 'docx', 'epub', 'rst', 'pdf', 'odp'];

interface SharedTrait {
  name: string;
  shows: readonly string[];
  hides?: readonly string[];
  warns?: readonly WarningCode[];
}

/**
 * Returns the trait document of a sample. If `isPrinted` is false, only targets with running text are compared, because
 * pages that LibreOffice prints may lack the trait.
 */
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
        // Splits a table row at each `|` into its cells, which are separate phrases.
        shown: shows.flatMap((phrase) => phrase.split('|')).filter((phrase) => phrase.trim() !== ''),
        hidden: hides,
        ...(isPrinted ? {} : { on: isText }),
        // If the conversion gives one of the warnings in `warns`, the result may lack the content of the trait.
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

/** Bibliographies, one row each; their category is document, because they are rendered as one. */
import type { Format } from '../format.ts';

export const bibliographies: readonly Format[] = [
  {
    ext: 'bib',
    name: 'BibTeX',
    category: 'document',
    mime: 'application/x-bibtex',
    aliases: ['bibtex', 'biblatex'],
    holds: ['text', 'styling'],
  },
  {
    ext: 'csljson',
    name: 'CSL JSON',
    category: 'document',
    mime: 'application/vnd.citationstyles.csl+json',
    aliases: ['csl.json'],
    holds: ['text', 'styling'],
  },
];

/**
 * Bibliography formats, one row each. Bibliographies are rendered as documents, so each bibliography format has the
 * category document.
 */
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

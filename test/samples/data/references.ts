/** The references in all bibliography samples: books, articles and a web page. Some names have non-ASCII characters. */
import { writeFile } from 'node:fs/promises';
import type { SampleMakers } from '../samples.ts';

export interface Reference {
  id: string;
  kind: 'book' | 'article' | 'page';
  authors: readonly { family: string; given: string }[];
  title: string;
  /** The year, and the month and day if they are known. */
  date: readonly number[];
  /** Only books have a publisher and a place. */
  publisher?: string;
  place?: string;
  /** Only articles have a journal, a volume, pages and a DOI. */
  journal?: string;
  volume?: string;
  pages?: string;
  doi?: string;
  /** URL of the reference. Only references to web pages have a URL. */
  url?: string;
}

const press = { publisher: 'Quay Press', place: 'Ærøskøbing' };
const journal = { kind: 'article', journal: 'Journal of Harbours' } as const;

/** The references, sorted by author as in a printed bibliography. */
export const references: readonly Reference[] = [
  {
    id: 'buoy2024',
    kind: 'page',
    authors: [{ family: 'Buoy', given: 'Cy' }],
    title: 'Tide tables of the quiet coast',
    date: [2024, 2, 29],
    url: 'https://example.org/tides',
  },
  ...['Čapek', 'Dvořák', 'Eßer', 'Fábián', 'Ginç'].map((family, n): Reference => ({
    ...journal,
    id: `boats${n}`,
    authors: [{ family, given: 'Jo' }],
    title: `Counting boats in winter ${['one', 'two', 'three', 'four', 'five'][n]}: how forty became a harbour`,
    date: [2011 + n],
    volume: String(n + 3),
    pages: `${n}1-${n}9`,
    doi: `10.1000/18${n}`,
  })),
  {
    id: 'müller2019',
    kind: 'book',
    authors: [
      { family: 'Müller', given: 'José' },
      { family: 'Quay', given: 'Ada' },
    ],
    title: 'Harbours and their gulls',
    date: [2019],
    ...press,
  },
  {
    id: 'quay2020',
    kind: 'book',
    authors: [{ family: 'Quay', given: 'Ada' }],
    title: 'Lanterns at noon',
    date: [2020],
    ...press,
  },
];

const entryTypes = { book: 'book', article: 'article', page: 'online' } as const;

/** BibTeX commands for some non-ASCII letters. All letters that are missing in this table are written unchanged. */
const accents: Readonly<Record<string, string>> = { ü: '{\\"u}', é: "{\\'e}", ß: '{\\ss}', Č: '{\\v{C}}' };

const spelled = (text: string) => text.replace(/[üéßČ]/g, (letter) => accents[letter] ?? letter);

function bibEntry({ id, kind, authors, title, date, ...more }: Reference): string {
  const [year, month, day] = date.map((part) => String(part).padStart(2, '0'));
  const fields = {
    author: authors.map(({ family, given }) => `${family}, ${given}`).join(' and '),
    title,
    ...(month ? { date: `${year}-${month}-${day}` } : { year }),
    publisher: more.publisher,
    address: more.place,
    journal: more.journal,
    volume: more.volume,
    pages: more.pages?.replace('-', '--'),
    doi: more.doi,
    url: more.url,
  };
  const written = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `@${entryTypes[kind]}{${id},\n${written.map(([name, value]) => `  ${name} = {${spelled(value ?? '')}}`).join(',\n')}\n}\n`;
}

const itemTypes = { book: 'book', article: 'article-journal', page: 'webpage' } as const;

function cslItem({ id, kind, authors, title, date, ...more }: Reference): Record<string, unknown> {
  return {
    id,
    type: itemTypes[kind],
    author: authors,
    title,
    issued: { 'date-parts': [date] },
    publisher: more.publisher,
    'publisher-place': more.place,
    'container-title': more.journal,
    volume: more.volume,
    page: more.pages,
    DOI: more.doi,
    URL: more.url,
  };
}

export const bibliographies: SampleMakers = {
  bib: (file) => writeFile(file, `% The harbour's library.\n\n${references.map(bibEntry).join('\n')}`),
  csljson: (file) => writeFile(file, JSON.stringify(references.map(cslItem), null, 2)),
};

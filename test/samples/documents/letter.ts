/**
 * The letter, which is the content of all document and ebook samples: headings, paragraphs, a list, a table and a link.
 */

export const letter = {
  title: 'The Quiet Harbour',
  author: 'Protean Samples',
  sections: [
    {
      heading: 'First Light',
      paragraphs: [
        'At dawn the café on the quay opened its shutters, and seven gulls argued over nothing.',
        'Nobody minded; the tide was late and the bread was warm.',
      ],
    },
    {
      heading: 'Second Watch',
      paragraphs: ['By noon the harbour master had counted forty-two boats and one naïve sailor from Ærø.'],
    },
  ],
  list: ['Anchor', 'Lantern', 'Compass'],
  table: [
    ['Boat', 'Berth'],
    ['Marigold', '12'],
    ['Tern', '7'],
  ],
  link: { text: 'the tide tables', href: 'https://example.org/tides' },
} as const;

/** Returns all texts of the letter in reading order. */
export function letterTexts(): string[] {
  return [
    letter.title,
    ...letter.sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
    ...letter.list,
    ...letter.table.flat(),
    letter.link.text,
  ];
}

export type TableRows = readonly (readonly string[])[];

/**
 * Source formats that cannot contain tables. The samples of these formats show the cells of the table as text boxes.
 */
const withoutTables = ['sxi'];

/** Returns the rows of the table in the sample of a source format. */
export const tableRowsOf = (source: string): TableRows =>
  withoutTables.includes(source) ? [] : letter.table;

/** The schema of `doc.json`. */
import { z } from 'zod';
import { schemaName } from './names.ts';

export const box = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .describe('Left, top, right and bottom, in the unit of the page, from its top left corner.');

const run = z.strictObject({
  text: z.string().describe('Text, TeX of a formula, alternative text of a picture, or mark of a footnote.'),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  underline: z.literal(true).optional(),
  strike: z.literal(true).optional(),
  code: z.literal(true).optional(),
  shift: z.enum(['sup', 'sub']).optional().describe('Superscript or subscript.'),
  link: z.string().optional().describe('URL, or # and the id of a block.'),
  math: z.literal(true).optional().describe('The text is a formula in TeX.'),
  picture: z.string().optional().describe('Id of a picture in the line.'),
  note: z.string().optional().describe('Id of the footnote to which the run refers.'),
});

/** Members of every block. */
const common = {
  page: z.int().min(1).optional().describe('Number of the page, slide or sheet on which the block begins.'),
  box: box.optional(),
  continued: z
    .array(z.strictObject({ page: z.int().min(1), box }))
    .optional()
    .describe('Further places of a block that continues in another column or on another page.'),
  text: z.string().describe('The text without formatting.'),
  runs: z.array(run).optional().describe('The text with formatting. Absent if the text has none.'),
  id: z.string().optional().describe('Target of links within the document.'),
  language: z.string().optional().describe('Language as a BCP 47 tag.'),
  direction: z.literal('rtl').optional(),
  confidence: z.number().min(0).max(1).optional().describe('Confidence of text recognition.'),
  style: z.string().optional().describe('Role or named style in the source, such as title or term.'),
  quote: z.int().min(1).optional().describe('Number of quotations around the block.'),
  inside: z.int().min(0).optional().describe('Depth of the list item that contains the block.'),
};

const cell = z.strictObject({
  row: z.int().min(0),
  column: z.int().min(0),
  rows: z.int().min(2).optional().describe('Number of rows that the cell spans, if more than 1.'),
  columns: z.int().min(2).optional().describe('Number of columns that the cell spans, if more than 1.'),
  header: z.literal(true).optional(),
  text: z.string(),
  runs: z.array(run).optional(),
});

const block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('heading'), level: z.int().min(1).max(6), ...common }),
  z.strictObject({ kind: z.literal('paragraph'), ...common }),
  z.strictObject({
    kind: z.literal('item'),
    depth: z.int().min(0),
    marker: z.string().describe('The bullet or number, such as • or 2.'),
    checked: z.boolean().optional(),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('table'),
    rows: z.int().min(0),
    columns: z.int().min(0),
    cells: z.array(cell).describe('Cells in rows from left to right.'),
    align: z.array(z.enum(['left', 'right', 'center']).nullable()).optional(),
    caption: z.string().optional(),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('figure'),
    picture: z.string().optional().describe('Id of the picture.'),
    caption: z.string().optional(),
    alternative: z.string().optional(),
    ...common,
  }),
  z.strictObject({ kind: z.literal('formula'), tex: z.string().optional(), ...common }),
  z.strictObject({ kind: z.literal('code'), programming_language: z.string().optional(), ...common }),
  z.strictObject({ kind: z.literal('footnote'), number: z.string().optional(), ...common }),
  z.strictObject({
    kind: z.literal('field'),
    name: z.string(),
    type: z.enum(['text', 'checkbox', 'radio', 'choice', 'button', 'signature']),
    value: z
      .string()
      .optional()
      .describe('The text, the chosen texts, or the state of a box, which is Off if the box is not marked.'),
    ...common,
  }),
  z.strictObject({ kind: z.enum(['header', 'footer', 'page_number']), ...common }),
  z.strictObject({
    kind: z.literal('comment'),
    author: z.string().optional(),
    date: z.string().optional(),
    ...common,
  }),
  z.strictObject({ kind: z.literal('note'), ...common }),
  z.strictObject({ kind: z.literal('rule'), ...common }),
]);

const page = z.strictObject({
  number: z.int().min(1),
  width: z.number().optional(),
  height: z.number().optional(),
  unit: z.enum(['pt', 'px']).optional().describe('Unit of the size and of the boxes on the page.'),
  kind: z
    .enum(['text', 'scan', 'mixed', 'blank', 'slide', 'sheet'])
    .optional()
    .describe('Whether the text of a page is stored, is in pictures, or both.'),
  name: z.string().optional().describe('Name of a sheet, or title of a slide.'),
});

const picture = z.strictObject({
  id: z.string(),
  media_type: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  data: z.string().optional().describe('The picture in base64.'),
  file: z.string().optional().describe('Path of the picture in the zip archive.'),
});

export const documentSchema = z.strictObject({
  schema: z.literal(schemaName),
  version: z.string().regex(/^1\.\d+$/),
  metadata: z.strictObject({
    title: z.string().optional(),
    authors: z.array(z.string()).optional(),
    date: z.string().optional(),
    language: z.string().optional(),
    description: z.string().optional(),
    keywords: z.array(z.string()).optional(),
    source_format: z.string().optional(),
  }),
  pages: z.array(page),
  blocks: z.array(block).describe('Blocks in reading order.'),
  pictures: z.array(picture),
});

export type DocumentSchema = z.infer<typeof documentSchema>;
export type RunSchema = z.infer<typeof run>;
export type CellSchema = z.infer<typeof cell>;
export type PictureSchema = z.infer<typeof picture>;

/** Checks that a document follows the schema of docling. The schema lists the members of each kind of node. */
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';

export interface DoclingNode {
  self_ref: string;
  parent?: { $ref: string };
  children: { $ref: string }[];
}

const lists = ['groups', 'texts', 'pictures', 'tables', 'form_items'] as const;

export type DoclingDocument = Record<(typeof lists)[number], DoclingNode[]> & {
  body: DoclingNode;
  furniture: DoclingNode;
  pages: Record<string, unknown>;
};

const [string, number, boolean] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];
const [integer, object] = [{ type: 'integer', minimum: 0 }, { type: 'object' }];
const listOf = (items: object) => ({ type: 'array', items });

/** Returns the schema of an object. A member with a name that ends with `?` is optional. */
function members(rows: Record<string, object>) {
  const properties = Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name.replace('?', ''), row]),
  );
  const required = Object.keys(rows).filter((name) => !name.endsWith('?'));
  return { type: 'object', properties, required, additionalProperties: false };
}

const reference = members({ $ref: { type: 'string', pattern: '^#(/\\w+(/\\d+)?)$' } });
const box = members({
  l: number,
  t: number,
  r: number,
  b: number,
  coord_origin: { enum: ['TOPLEFT', 'BOTTOMLEFT'] },
});
const place = members({
  page_no: integer,
  bbox: box,
  charspan: { type: 'array', items: integer, minItems: 2, maxItems: 2 },
});

const node = {
  self_ref: string,
  'parent?': reference,
  children: listOf(reference),
  content_layer: { enum: ['body', 'furniture', 'background', 'invisible', 'notes'] },
};
const floating = { captions: listOf(reference), references: listOf(reference), footnotes: listOf(reference) };
const formatting = members({
  bold: boolean,
  italic: boolean,
  underline: boolean,
  strikethrough: boolean,
  script: { enum: ['baseline', 'sub', 'super'] },
});
const text = {
  ...node,
  prov: listOf(place),
  orig: string,
  text: string,
  'formatting?': formatting,
  'hyperlink?': string,
};
const labelled = (label: string, rows: Record<string, object>) =>
  members({ ...rows, label: { const: label } });

const plainLabels = [
  'caption',
  'checkbox_selected',
  'checkbox_unselected',
  'footnote',
  'page_footer',
  'page_header',
  'text',
];
const texts = [
  ...[...plainLabels, 'title', 'formula'].map((label) => labelled(label, text)),
  labelled('section_header', { ...text, level: { type: 'integer', minimum: 1, maximum: 100 } }),
  labelled('list_item', { ...text, enumerated: boolean, marker: string }),
  labelled('code', { ...text, ...floating, code_language: string }),
];
const image = members({
  mimetype: { type: 'string', pattern: '^image/' },
  dpi: { type: 'integer', minimum: 1 },
  size: members({ width: number, height: number }),
  uri: string,
});
const cell = members({
  row_span: { type: 'integer', minimum: 1 },
  col_span: { type: 'integer', minimum: 1 },
  start_row_offset_idx: integer,
  end_row_offset_idx: integer,
  start_col_offset_idx: integer,
  end_col_offset_idx: integer,
  text: string,
  column_header: boolean,
  row_header: boolean,
  row_section: boolean,
});
const graph = members({
  cells: listOf(
    members({
      label: { enum: ['key', 'value', 'checkbox'] },
      cell_id: integer,
      text: string,
      orig: string,
      'prov?': place,
    }),
  ),
  links: listOf(members({ label: { const: 'to_value' }, source_cell_id: integer, target_cell_id: integer })),
});
const group = members({
  ...node,
  name: string,
  label: { enum: ['unspecified', 'list', 'sheet', 'slide', 'inline'] },
});

const schema = members({
  schema_name: { const: 'DoclingDocument' },
  version: { type: 'string', pattern: '^1\\.\\d+\\.\\d+$' },
  name: string,
  body: group,
  furniture: group,
  groups: listOf(group),
  texts: listOf({ anyOf: texts }),
  pictures: listOf(
    labelled('picture', {
      ...node,
      ...floating,
      prov: listOf(place),
      'image?': image,
      'meta?': object,
      annotations: listOf(object),
    }),
  ),
  tables: listOf(
    labelled('table', {
      ...node,
      ...floating,
      prov: listOf(place),
      data: members({ table_cells: listOf(cell), num_rows: integer, num_cols: integer }),
      annotations: listOf(object),
    }),
  ),
  form_items: listOf(labelled('form', { ...node, ...floating, prov: listOf(place), graph })),
  key_value_items: listOf(object),
  pages: {
    type: 'object',
    additionalProperties: members({ page_no: integer, size: members({ width: number, height: number }) }),
  },
});

const isValid = new Ajv2020({ strict: false }).compile(schema);

/** Checks the members of all nodes, and checks that each node is listed exactly once as a child of its parent. */
export function checkDocling(document: DoclingDocument): void {
  assert.ok(isValid(document), JSON.stringify(isValid.errors?.slice(0, 3)));
  const nodes = lists.flatMap((name) =>
    document[name].map((one, n) => {
      assert.equal(one.self_ref, `#/${name}/${n}`);
      return one;
    }),
  );
  const all = new Map([document.body, document.furniture, ...nodes].map((one) => [one.self_ref, one]));
  const children = [...all.values()].flatMap((one) =>
    one.children.map(({ $ref }) => [$ref, one.self_ref] as const),
  );
  assert.equal(children.length, nodes.length, 'each node is a child once');
  for (const [child, parent] of children) assert.equal(all.get(child)?.parent?.$ref, parent);
}

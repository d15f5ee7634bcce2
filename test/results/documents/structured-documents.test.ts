/**
 * `doc.json` follows its schema for every kind of source, keeps the content of the source, and converts to the same
 * Markdown as the source. `chunks.ndjson` divides a document by its headings.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { sampleFor, Samples } from '../../samples/samples.ts';
import { run } from '../../samples/run.ts';
import { checkDocling, type DoclingDocument } from './docling-check.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

let app: TestApp;
let customer: Customer;
let dir: string;
let samples: Samples;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-structured-'));
  samples = new Samples(path.join(dir, 'samples'));
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

async function converted(file: string, target: string, options: Readonly<Record<string, string>> = {}) {
  const answer = await ask(app, '/v1/convert', customer, {
    fields: [
      ['file', new File([await readFile(file)], path.basename(file))],
      ['target', target],
      ...Object.entries(options),
    ],
  });
  assert.equal(answer.status, 200, answer.status === 200 ? '' : answer.body.toString());
  return answer.body.toString();
}

interface Block {
  kind: string;
  text: string;
  [member: string]: unknown;
}

interface Structured {
  pages: { number: number; width?: number; kind?: string }[];
  blocks: Block[];
  metadata: Readonly<Record<string, unknown>>;
  pictures: { id: string; data?: string; file?: string }[];
}

const structured = async (file: string, options: Readonly<Record<string, string>> = {}) =>
  JSON.parse(await converted(file, 'doc.json', options)) as Structured;

async function validator(name: string) {
  const schema = new URL(`../../../docs/schemas/${name}.schema.json`, import.meta.url);
  return new Ajv2020({ strict: false }).compile(JSON.parse(await readFile(schema, 'utf8')) as object);
}

async function written(name: string, content: string): Promise<string> {
  const file = path.join(dir, name);
  await writeFile(file, content);
  return file;
}

const markdown = `# Tides

The *harbour* is **quiet** and [open](https://example.org/)[^1].

| Day | High | Low |
|-----|-----:|----:|
| Mon |  6.1 | 0.4 |
| Tue |  6.3 | 0.2 |

1. Moor the boat
   - with two lines
2. Pay

> Mind the step

\`\`\`python
print("tide")
\`\`\`

$$x^2$$

[^1]: Except on Sundays.
`;

const sources = ['docx', 'odt', 'html', 'md', 'epub', 'pdf', 'pptx', 'xlsx', 'ods', 'eml', 'png', 'rst'];

for (const ext of sources) {
  test(`converts ${ext} to a doc.json that follows the schema`, async () => {
    const text = await converted(await samples.get(sampleFor(ext, 'doc.json')), 'doc.json');
    const isValid = await validator('doc');
    assert.ok(isValid(JSON.parse(text)), JSON.stringify(isValid.errors?.slice(0, 3)));
    const { blocks } = JSON.parse(text) as Structured;
    assert.ok(blocks.length > 0 && blocks.some((block) => block.text.length > 3), 'blocks with text');
  });
}

test('doc.json keeps the blocks, formatting, tables and footnotes of a Markdown document', async () => {
  const { blocks, metadata } = await structured(await written('tides.md', markdown));
  assert.equal(metadata['title'], 'Tides');
  assert.deepEqual(
    blocks.map(({ kind, text }) => [kind, text.split('\n')[0]]),
    [
      ['heading', 'Tides'],
      ['paragraph', 'The harbour is quiet and open.'],
      ['footnote', 'Except on Sundays.'],
      ['table', 'Day'],
      ['item', 'Moor the boat'],
      ['item', 'with two lines'],
      ['item', 'Pay'],
      ['paragraph', 'Mind the step'],
      ['code', 'print("tide")'],
      ['formula', 'x^2'],
    ],
  );
  assert.deepEqual(blocks[1]?.['runs'], [
    { text: 'The ' },
    { text: 'harbour', italic: true },
    { text: ' is ' },
    { text: 'quiet', bold: true },
    { text: ' and ' },
    { text: 'open', link: 'https://example.org/' },
    { text: '1', note: 'footnote-1' },
    { text: '.' },
  ]);
  const table = blocks[3] as unknown as {
    rows: number;
    cells: { row: number; column: number; header?: true; text: string }[];
  };
  assert.equal(table.rows, 3);
  assert.deepEqual(table.cells[1], { row: 0, column: 1, header: true, text: 'High' });
  assert.deepEqual(table.cells.at(-1), { row: 2, column: 2, text: '0.2' });
  assert.deepEqual(
    blocks.filter(({ kind }) => kind === 'item').map(({ depth, marker }) => [depth, marker]),
    [
      [0, '1.'],
      [1, '•'],
      [0, '2.'],
    ],
  );
  assert.equal(blocks[7]?.['quote'], 1);
  assert.equal(blocks[8]?.['programming_language'], 'python');
});

test('a document and its doc.json convert to the same Markdown', async () => {
  const md = await written('tides.md', markdown);
  const made = ['docx', 'odt', 'html'].map((ext) => path.join(dir, `tides.${ext}`));
  for (const file of made) await run('/usr/bin/pandoc', ['--standalone', md, '-o', file]);
  for (const file of [...made, await samples.get('pdf')]) {
    const document = await written('tides.doc.json', await converted(file, 'doc.json'));
    assert.equal(await converted(document, 'md'), await converted(file, 'md'), file);
  }
});

test('doc.json contains the page number and the bounding box of a PDF block', async () => {
  const { pages, blocks } = await structured(await samples.get('pdf'));
  assert.equal(pages[0]?.number, 1);
  assert.equal(pages[0]?.kind, 'text');
  const [first] = blocks;
  assert.equal(first?.['page'], 1);
  const [left = 0, top = 0, right = 0, bottom = 0] = first?.['box'] as number[];
  assert.ok(left >= 0 && top >= 0 && right > left && bottom > top && right <= (pages[0]?.width ?? 0));
});

/** Python program that makes a PDF with form fields of each type. The second page is rotated. */
const formProgram = `
import sys
from pikepdf import Array, Dictionary, Name, Pdf, String
pdf = Pdf.new()
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
fields = []
def page_of(**more):
    page = pdf.add_blank_page(page_size=(400, 300))
    page.obj.Resources = Dictionary(Font=Dictionary(F1=font))
    page.obj.Contents = pdf.make_stream(b'BT /F1 12 Tf 40 250 Td (Harbour:) Tj 0 -40 Td (Flag:) Tj ET')
    page.obj.Annots = Array([])
    for name, value in more.items():
        page.obj['/' + name] = value
    return page
def field(page, box, **more):
    look = dict(Type=Name.Annot, Subtype=Name.Widget, P=page.obj, F=4, DA=String('/F1 12 Tf 0 g'))
    made = pdf.make_indirect(Dictionary(Rect=Array(box), **look, **more))
    page.obj.Annots.append(made)
    return made
one, two = page_of(), page_of(Rotate=90)
choices = Array([Array([String('cl'), String('Chile')]), Array([String('pe'), String('Peru')])])
fields.append(field(one, [120, 245, 320, 262], T=String('harbour'), FT=Name.Tx, V=String('Valparaíso')))
fields.append(field(one, [120, 205, 320, 222], T=String('flag'), FT=Name.Ch, Ff=1 << 17, Opt=choices, V=String('pe')))
fields.append(field(one, [120, 165, 132, 177], T=String('moored'), FT=Name.Btn, V=Name.Yes, AS=Name.Yes))
fields.append(field(one, [120, 145, 132, 157], T=String('secret'), FT=Name.Tx, V=String('unseen')))
fields[-1].F = 2
fields.append(field(two, [10, 20, 110, 40], T=String('note'), FT=Name.Tx))
wind = pdf.make_indirect(Dictionary(T=String('wind'), FT=Name.Btn, Ff=1 << 15, V=Name.North))
wind.Kids = Array([field(one, [120, 125, 132, 137], Parent=wind, AS=Name.North), field(one, [160, 125, 172, 137], Parent=wind, AS=Name.Off)])
pdf.Root.AcroForm = Dictionary(Fields=Array([*fields, wind]), NeedAppearances=True, DR=Dictionary(Font=Dictionary(F1=font)))
pdf.save(sys.argv[1])
`;

test("doc.json lists a PDF's form fields with their values and bounding boxes", async () => {
  const file = path.join(dir, 'form.pdf');
  await run('/usr/bin/python3', ['-c', formProgram, file]);
  const { blocks } = await structured(file);
  const fields = blocks.filter(({ kind }) => kind === 'field');
  assert.deepEqual(
    fields.map(({ name, type, value, page, box }) => [name, type, value, page, box]),
    [
      ['harbour', 'text', 'Valparaíso', 1, [120, 38, 320, 55]],
      ['flag', 'choice', 'Peru', 1, [120, 78, 320, 95]],
      ['moored', 'checkbox', 'Yes', 1, [120, 123, 132, 135]],
      ['wind', 'radio', 'North', 1, [120, 163, 132, 175]],
      ['wind', 'radio', 'Off', 1, [160, 163, 172, 175]],
      // The coordinates of the box are relative to the page before it is rotated.
      ['note', 'text', '', 2, [10, 260, 110, 280]],
    ],
  );
  const at = blocks.findIndex(({ name }) => name === 'harbour');
  assert.match(blocks[at - 1]?.text ?? '', /^Harbour:/);
  const document = await written('form.doc.json', await converted(file, 'doc.json'));
  assert.equal(
    await converted(document, 'md'),
    await converted(file, 'md'),
    'the values are text of the page',
  );
});

test('doc.json lists slides as pages, and contains the slide number of each block', async () => {
  const { pages, blocks } = await structured(await samples.get('pptx'));
  assert.deepEqual(pages[0], { number: 1, kind: 'slide' });
  assert.ok(blocks.every(({ page }) => typeof page === 'number'));
});

test('doc.json contains the base64 data of pictures unless images=none is set', async () => {
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const file = await written(
    'picture.html',
    `<p>Before</p><p><img alt="A dot" src="data:image/png;base64,${dot}"></p>`,
  );
  const inline = await structured(file);
  assert.equal(inline.pictures[0]?.data, dot);
  assert.deepEqual(
    inline.blocks.find(({ kind }) => kind === 'figure'),
    { kind: 'figure', picture: 'picture-1', alternative: 'A dot', text: 'A dot' },
  );
  const none = await structured(file, { images: 'none' });
  assert.deepEqual(none.pictures, [{ id: 'picture-1', media_type: 'image/png' }]);
});

test('returns 400 for the option `page_markers` if the conversion would lose the page markers', async () => {
  const refused = async (ext: string, target: string) => {
    const file = await samples.get(ext);
    const answer = await ask(app, '/v1/convert', customer, {
      fields: [
        ['file', new File([await readFile(file)], path.basename(file))],
        ['target', target],
        ['page_markers', 'true'],
      ],
    });
    const { error } = JSON.parse(answer.body.toString()) as { error: { details: { field: string } } };
    return [answer.status, error.details.field];
  };
  for (const target of ['rst', 'org', 'xhtml', 'epub'])
    assert.deepEqual(await refused('pdf', target), [400, 'page_markers']);
  assert.deepEqual(await refused('pptx', 'doc.json'), [400, 'page_markers']);
});

test('converts a doc.json to HTML with page markers and to Markdown with its metadata', async () => {
  const document = {
    schema: 'protean-document',
    version: '1.0',
    metadata: { title: 'Tides', date: '2026-11-30', language: 'en', keywords: ['water', 'boats'] },
    pages: [{ number: 1 }, { number: 2 }],
    blocks: [
      { kind: 'paragraph', text: 'High', page: 1 },
      { kind: 'paragraph', text: 'Low', page: 2 },
    ],
    pictures: [],
  };
  const file = await written('marked.doc.json', JSON.stringify(document));
  const html = await converted(file, 'html', { page_markers: 'true' });
  assert.deepEqual(html.match(/data-marked-page="\d"/g), ['data-marked-page="1"', 'data-marked-page="2"']);
  const md = await converted(file, 'md', { front_matter: 'true' });
  assert.match(md, /^date: "2026-11-30"$/m);
  assert.match(md, /^keywords: .*water.*boats/m);
});

const doclingSources = ['docx', 'odt', 'html', 'md', 'pdf', 'pptx', 'xlsx', 'eml', 'png'];

for (const ext of doclingSources) {
  test(`converts ${ext} to a DoclingDocument`, async () => {
    const text = await converted(await samples.get(sampleFor(ext, 'doc.json')), 'doc.json', {
      schema: 'docling',
    });
    const document = JSON.parse(text) as DoclingDocument;
    checkDocling(document);
    assert.ok(document.texts.length + document.tables.length > 0, 'content');
  });
}

test('refuses a doc.json that does not follow the schema', async () => {
  const file = await written(
    'wrong.doc.json',
    '{"schema": "protean-document", "version": "1.0", "blocks": 1}',
  );
  const answer = await ask(app, '/v1/convert', customer, {
    fields: [
      ['file', new File([await readFile(file)], 'wrong.doc.json')],
      ['target', 'md'],
    ],
  });
  assert.equal(answer.status, 400);
  assert.match(answer.body.toString(), /"reason":"damaged"/);
});

interface Chunk {
  headings: string[];
  text: string;
  size: number;
  tokenizer: string;
  part?: { number: number; of: number };
  overlap?: number;
}

const chunks = async (file: string, options: Readonly<Record<string, string>>) => {
  const text = await converted(file, 'chunks.ndjson', options);
  const isValid = await validator('chunk');
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const chunk = JSON.parse(line) as Chunk;
      assert.ok(isValid(chunk), JSON.stringify(isValid.errors?.slice(0, 3)));
      return chunk;
    });
};

const rows = Array.from({ length: 60 }, (_, n) => `| Harbour ${n} | ${n} boats |`).join('\n');
const sentences = Array.from({ length: 40 }, (_, n) => `Boat ${n} leaves at dawn.`).join(' ');
const guide = `# Guide

## Boats

${sentences}

## Harbours

| Name | Boats |
|------|-------|
${rows}

## Prices

| Day | Price |
|-----|-------|
| Mon | 1     |
| Tue | 2     |
`;

test('divides a document at its headings into chunks that do not exceed chunk_size', async () => {
  const found = await chunks(await written('guide.md', guide), { chunk_size: '100' });
  assert.ok(found.every(({ size, tokenizer }) => size <= 100 && tokenizer === 'o200k_base'));
  assert.ok(found.some(({ headings }) => headings.join('/') === 'Guide/Boats'));
  const prices = found.filter(({ headings }) => headings.at(-1) === 'Prices');
  assert.equal(prices.length, 1);
  assert.match(prices[0]?.text ?? '', /^## Prices\n\n\| Day[\s\S]*Tue/);
  const harbours = found.filter(({ part, headings }) => part && headings.at(-1) === 'Harbours');
  assert.ok(harbours.length > 1);
  assert.ok(
    harbours.every(({ text }) => /^\| Name \| Boats \|\n\|-/.test(text)),
    'each part has the header',
  );
  const all = found.map(({ text }) => text).join('\n');
  for (let n = 0; n < 60; n += 1) assert.match(all, new RegExp(`\\| Harbour ${n} \\| ${n} boats`));
});

test('repeats the end of a chunk at the start of the next chunk of the same section', async () => {
  const found = await chunks(await written('guide.md', guide), {
    chunk_size: '300',
    chunk_overlap: '60',
    tokenizer: 'characters',
  });
  assert.ok(found.every(({ text, size }) => Array.from(text).length === size && size <= 300));
  const boats = found.filter(({ headings }) => headings.at(-1) === 'Boats');
  assert.ok(boats.length > 2);
  const [first, second] = boats;
  const repeated = second?.text.slice(0, second.overlap).trim() ?? '';
  assert.match(repeated, /^Boat \d+ leaves at dawn\./);
  assert.ok(first?.text.endsWith(repeated), `${first?.text} | ${repeated}`);
});

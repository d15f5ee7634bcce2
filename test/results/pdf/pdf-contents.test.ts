/**
 * Tests the data that conversions read from PDFs: form fields, bookmarks, attachments, and differences from another
 * PDF.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { python } from '../../samples/run.ts';
import {
  pdfComparisons,
  twoVersions,
  type Differences,
} from '../../support/files/effects/pdf-comparisons.ts';
import { memberText, members, outputOf, textOfPages } from '../../support/results/measure.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

for (const { shows, description, see } of pdfComparisons(lab))
  test(`applies ${shows.join(', ')} as documented: ${description}`, see);

interface Contents {
  bookmarks?: { title: string; page?: number; url?: string; children?: object[] }[];
  form?: { fields: ({ name: string; value?: unknown } & Record<string, unknown>)[]; xfa?: true };
  attachments?: { name: string; size: number }[];
}

const read = async (file: string) =>
  JSON.parse(await readFile(await lab.converted('pdf', 'json', {}, file), 'utf8')) as Contents;

const compared = async (file: string, compare: File) =>
  JSON.parse(await readFile(await lab.converted('pdf', 'json', { compare }, file), 'utf8')) as Differences;

/** Runs the Python program `script`, which writes a new file to the path in its argument. Returns the path. */
async function made(name: string, script: string): Promise<string> {
  const file = path.join(lab.dir, name);
  await python(script, [file]);
  return file;
}

test('a comparison of two PDFs with the same pages reports no differences in json, pdf or zip', async () => {
  const { file, compare } = await twoVersions(lab.dir, [['One'], ['Two']], [['One'], ['Two']]);
  assert.deepEqual(await compared(file, compare), {
    ...{ equal: true, pages: { before: 2, after: 2 }, differing_pages: [], words: [] },
  });
  const sheets = await lab.converted('pdf', 'pdf', { compare }, file);
  assert.match(await textOfPages(sheets), /No differences/);
  assert.deepEqual(await members(await lab.converted('pdf', 'zip', { compare }, file)), ['differences.json']);
  const { headers } = await lab.send(file, 'pdf', 'pdf', { compare });
  assert.match(headers.get('x-conversion-warnings') ?? '', /compared/);
});

test('a PDF comparison does not report a word as changed if the word only moved', async () => {
  const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `line ${from + n}`);
  const { file, compare } = await twoVersions(
    lab.dir,
    [lines(0, 15), lines(15, 30)],
    [['new', ...lines(0, 14)], lines(14, 30)],
  );
  const { words, differing_pages: pages } = await compared(file, compare);
  assert.deepEqual(
    words.map(({ before, after }) => [before?.text, after?.text]),
    [[undefined, 'new']],
  );
  assert.equal(pages.length, 2);
});

test('refuses to compare a PDF with another format, or to write a comparison to docx', async () => {
  const { file } = await twoVersions(lab.dir, [['One']], [['One']]);
  const compare = new File(['text'], 'after.pdf');
  const { status, error } = await lab.send(file, 'pdf', 'json', { compare });
  assert.deepEqual(
    [status, error.details?.['reason'], error.details?.['field']],
    [400, 'option_file', 'compare'],
  );
  const other = await lab.send(file, 'pdf', 'docx', { compare });
  assert.deepEqual([other.status, other.error.details?.['field']], [400, 'compare']);
});

test('lists the form fields of a PDF, and sets their values with the option `form`', async () => {
  const file = await made('form.pdf', form);
  const { form: found } = await read(file);
  assert.equal(found?.xfa, true);
  const fields = new Map(found?.fields.map(({ name, ...rest }) => [name, rest]));
  assert.deepEqual(Object.fromEntries(fields), {
    'person.name': {
      ...{ type: 'text', label: 'Your name', value: 'Zoë', max_length: 20, required: true, pages: [1] },
    },
    agrees: { type: 'checkbox', value: false, pages: [1] },
    size: { type: 'radio', value: 'large', options: ['small', 'large'], pages: [1, 2] },
    country: {
      ...{ type: 'dropdown', value: 'de', pages: [2] },
      options: [{ value: 'at', label: 'Austria' }, { value: 'de', label: 'Germany' }, 'Other'],
    },
    topics: { type: 'list', value: ['a', 'c'], options: ['a', 'b', 'c'], several: true, pages: [2] },
    print: { type: 'button', pages: [2] },
    signed: { type: 'signature', read_only: true, pages: [2] },
  });
  const values = { 'person.name': 'Ada', agrees: true, size: null, country: 'at', topics: ['b'] };
  const filled = await read(await lab.converted('pdf', 'pdf', { form: JSON.stringify(values) }, file));
  assert.equal(filled.form?.xfa, undefined);
  for (const { name, value } of filled.form?.fields ?? [])
    if (name in values)
      assert.deepEqual(value, name === 'topics' ? 'b' : values[name as keyof typeof values]);
});

/** Writes a PDF with a form field of each type, and with an XFA form. */
const form = `
import sys, pikepdf
from pikepdf import Array, Dictionary, Name, String
pdf = pikepdf.new()
for _ in range(2):
    pdf.add_blank_page(page_size=(300, 400))
def look(*states):
    return Dictionary(N=Dictionary({f'/{state}': pdf.make_stream(b'', {'/Type': Name.XObject, '/Subtype': Name.Form, '/BBox': Array([0, 0, 9, 9])}) for state in states}))
def add(page, **members):
    note = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, Rect=Array([20, 20, 120, 40]), **members))
    page = pdf.pages[page].obj
    page.Annots = Array([*page.get('/Annots', []), note])
    return note
name = add(0, T=String('name'), FT=Name.Tx, V=String('Zoë'), TU=String('Your name'), MaxLen=20, Ff=2)
person = pdf.make_indirect(Dictionary(T=String('person'), Kids=Array([name])))
name.Parent = person
agrees = add(0, T=String('agrees'), FT=Name.Btn, V=Name.Off, AS=Name.Off, AP=look('Yes', 'Off'))
small, large = add(0, AS=Name.Off, AP=look('small', 'Off')), add(1, AS=Name.large, AP=look('large', 'Off'))
size = pdf.make_indirect(Dictionary(T=String('size'), FT=Name.Btn, Ff=1 << 15, V=Name.large, Kids=Array([small, large])))
small.Parent = large.Parent = size
choices = Array([Array([String('at'), String('Austria')]), Array([String('de'), String('Germany')]), String('Other')])
country = add(1, T=String('country'), FT=Name.Ch, Ff=1 << 17, V=String('de'), Opt=choices)
topics = add(1, T=String('topics'), FT=Name.Ch, Ff=1 << 21, V=Array([String('a'), String('c')]), Opt=Array([String(one) for one in 'abc']))
button = add(1, T=String('print'), FT=Name.Btn, Ff=1 << 16)
signed = add(1, T=String('signed'), FT=Name.Sig, Ff=1)
pdf.Root.AcroForm = Dictionary(Fields=Array([person, agrees, size, country, topics, button, signed]), XFA=pdf.make_stream(b'<xdp/>'))
pdf.save(sys.argv[1])
`;

test("lists a PDF's bookmarks in the format that the option `bookmarks` accepts", async () => {
  const bookmarks = [
    { title: 'Part 1', page: 1, children: [{ title: 'Über', page: 2 }] },
    { title: 'Web', url: 'https://example.com/' },
  ];
  const { file } = await twoVersions(lab.dir, [['One'], ['Two']], [['One']]);
  const marked = await lab.converted('pdf', 'pdf', { bookmarks: JSON.stringify(bookmarks) }, file);
  const found = (await read(marked)).bookmarks;
  assert.deepEqual(found, bookmarks);
  assert.match(await outputOf('/usr/bin/mutool', ['show', marked, 'outline']), /Über/);
});

test('extracts the attachments of a PDF to a zip with safe and unique names', async () => {
  const file = await made('attachments.pdf', attachments);
  const zip = await lab.converted('pdf', 'zip', {}, file);
  assert.deepEqual(await members(zip), ['notes.txt', 'Notes (2).txt', 'passwd', 'pinned.txt']);
  assert.equal(await memberText(zip, 'pinned.txt'), 'pinned');
  assert.equal(await memberText(zip, 'Notes (2).txt'), 'second');
  assert.deepEqual((await read(file)).attachments?.map(({ name, size }) => [name, size]).at(-1), [
    'pinned.txt',
    6,
  ]);
  const { status, error } = await lab.send(await lab.samples.get('pdf'), 'pdf', 'zip', {});
  assert.deepEqual([status, error.details?.['reason']], [400, 'no_attachments']);
});

const attachments = `
import sys, pikepdf
from pikepdf import Array, Dictionary, Name, String
pdf = pikepdf.new()
pdf.add_blank_page(page_size=(300, 400))
def file(name, content):
    stream = pdf.make_stream(content, {'/Type': Name.EmbeddedFile})
    return pdf.make_indirect(Dictionary(Type=Name.Filespec, F=String(name), UF=String(name), EF=Dictionary(F=stream)))
listed = [('a', file('notes.txt', b'first')), ('b', file('Notes.txt', b'second')), ('c', file('../../etc/passwd', b'third'))]
pdf.Root.Names = Dictionary(EmbeddedFiles=Dictionary(Names=Array([one for key, value in listed for one in (String(key), value)])))
pdf.Root.AF = Array([listed[0][1]])
pdf.pages[0].obj.Annots = Array([pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.FileAttachment, Rect=Array([0, 0, 20, 20]), FS=file('pinned.txt', b'pinned')))])
pdf.save(sys.argv[1])
`;

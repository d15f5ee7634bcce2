/**
 * Tests conversions from Numbers (Apple's spreadsheet format) to XLSX. The documents contain features that the Numbers
 * sample lacks, or are invalid and must be rejected.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { detect } from '@protean/formats/detection/detect-file.ts';
import xlsx, { type CellObject, type WorkBook } from 'xlsx';
import { zip, type Member } from '../hostile/bytes/zip.ts';
import {
  numbersDocument,
  numbersMembers,
  type NumbersCell,
  type NumbersSheet,
} from '../samples/iwork/iwork-numbers.ts';
import { block, blocks, message, object, reference, varint } from '../samples/iwork/iwork-wire.ts';
import { makers } from '../samples/samples.ts';
import { pythonEnv } from '../support/python.ts';
import { workbook } from '../samples/spreadsheets/workbook.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'protean-numbers-'));
after(() => rmSync(dir, { recursive: true, force: true }));

interface NumbersOutcome {
  status: number;
  stderr: string;
  book: Buffer | undefined;
}

/** A Python program that converts all documents in one process. */
const program = `
import contextlib, io, json, sys
from engines.codecs.iwork import runner
sys.argv.append("")
ended = []
for step in json.load(sys.stdin):
    sys.argv[1] = json.dumps(step)
    with contextlib.redirect_stderr(io.StringIO()) as errors:
        status = runner.main()
    ended.append({'status': status, 'stderr': errors.getvalue()})
print(json.dumps(ended))
`;

function convert(...documents: readonly Buffer[]): NumbersOutcome[] {
  const steps = documents.map((bytes, n) => {
    const [input, output] = [path.join(dir, `${n}.numbers`), path.join(dir, `${n}.xlsx`)];
    writeFileSync(input, bytes);
    return { input, output, options: {} };
  });
  const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-B', '-c', program], {
    env: pythonEnv,
    input: JSON.stringify(steps),
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return (JSON.parse(stdout) as Omit<NumbersOutcome, 'book'>[]).map((ended, n) => ({
    ...ended,
    book: ended.status === 0 ? readFileSync(steps[n]?.output ?? '') : undefined,
  }));
}

function booksOf(...documents: readonly Buffer[]): WorkBook[] {
  return convert(...documents).map(({ stderr, book }) => {
    assert.ok(book, stderr);
    return xlsx.read(book, { type: 'buffer', cellNF: true });
  });
}

function bookOf(document: Buffer): WorkBook {
  const [book] = booksOf(document);
  assert.ok(book);
  return book;
}

const sheet = (...rows: NumbersCell[][]): NumbersSheet => ({ name: 'S', tables: [{ name: 'T', rows }] });

/**
 * Converts a document with a single row, which contains the given cells. Returns the cells of the row in the converted
 * document.
 */
function rowOf(...cells: NumbersCell[]): (CellObject | undefined)[] {
  const { S = {} } = bookOf(numbersDocument([sheet(cells)])).Sheets;
  return cells.map((_, c) => S[xlsx.utils.encode_cell({ r: 0, c })] as CellObject | undefined);
}

const kindAndValue = (cell: CellObject | undefined) => cell && [cell.t, cell.v];

test('SheetJS reads the expected cells from the Numbers sample', async () => {
  const file = path.join(dir, 'sample.numbers');
  await makers.numbers?.(file, () => Promise.reject(new Error('it is not made from another sample')));
  const book = xlsx.read(readFileSync(file), { type: 'buffer', cellDates: true });
  assert.deepEqual(
    book.SheetNames,
    workbook.map(({ name }) => name),
  );
  for (const { name, rows } of workbook) {
    const seen = xlsx.utils.sheet_to_json(book.Sheets[name] ?? {}, { header: 1, defval: null });
    const due = rows.map((row) =>
      row.map((cell) => {
        if (cell === null || typeof cell !== 'object') return cell;
        return 'date' in cell ? new Date(cell.date) : cell.value;
      }),
    );
    assert.deepEqual(seen, due, name);
  }
});

test('each table of a Numbers document becomes an XLSX sheet with a unique name', () => {
  const one = (name: string) => ({ name, rows: [[`in ${name}`]] });
  const long = 'A name that is longer than thirty-one letters';
  const book = bookOf(
    numbersDocument([
      { name: 'In/out: [2024]', tables: [one('only')] },
      { name: 'Two', tables: [one('first'), one('second'), one('Second')] },
      { name: long, tables: [one('a')], grouped: true },
      { name: `${long}, again`, tables: [one('b')] },
      { name: 'Nothing but text', tables: [] },
      { name: 'Empty', tables: [{ name: 'none', rows: [] }] },
    ]),
  );
  assert.deepEqual(book.SheetNames, [
    'In_out_ _2024_',
    'Two - first',
    'Two - second',
    'Two - Second 2',
    long.slice(0, 31),
    `${long.slice(0, 29)} 2`,
    'Empty',
  ]);
  assert.deepEqual(
    book.SheetNames.map((name) => (book.Sheets[name]?.A1 as CellObject | undefined)?.v),
    ['in only', 'in first', 'in second', 'in Second', 'in a', 'in b', undefined],
  );
});

test('keeps all digits of numbers in a Numbers document', () => {
  const digits = [
    '0.3',
    '-0.25',
    '0.14285714285714285',
    '123456789012345',
    '1000000000000000000000',
    '0',
    '-7',
  ];
  assert.deepEqual(
    rowOf(...digits.map((number) => ({ number }))).map(kindAndValue),
    digits.map((number) => ['n', Number(number)]),
  );
  const long = ['9007199254740993', '-123456789012345678901234567890'];
  assert.deepEqual(
    rowOf(...long.map((number) => ({ number }))).map(kindAndValue),
    long.map((number) => ['s', number]),
  );
});

test('keeps the types, formats and styled text of cells in a Numbers document', () => {
  const cells = rowOf(
    { number: '0.125', shown: 1 },
    { number: '1234.5', shown: 2 },
    { seconds: 26 * 3600 + 61 },
    { date: '2024-02-29T00:00:00Z' },
    { date: '2024-02-29T13:45:30Z' },
    { date: '1812-06-24T00:00:00Z' },
    { truth: false },
    { error: true },
    { rich: ['bold', ' and plain'] },
    '',
    '=1+1',
  );
  assert.deepEqual(
    cells.map((cell) => cell && [cell.t, cell.v, cell.z]),
    [
      ['n', 0.125, '0.0%'],
      ['n', 1234.5, '[$EUR] #,##0.00'],
      ['n', (26 * 3600 + 61) / 86_400, '[h]:mm:ss'],
      ['n', 45_351, 'yyyy-mm-dd'],
      ['n', 45_351 + (13 * 3600 + 45 * 60 + 30) / 86_400, 'yyyy-mm-dd hh:mm:ss'],
      ['s', '1812-06-24T00:00:00', 'General'],
      ['b', false, 'General'],
      ['e', 15, 'General'],
      ['s', 'bold and plain', 'General'],
      undefined,
      ['s', '=1+1', 'General'],
    ],
  );
});

test('keeps merged cells of a Numbers document, even if the document defines them in a formula', () => {
  const rows = [['a', null, null], [null, null, null], ['b']];
  const merged = [0, 0, 1, 2] as const;
  const documents = (['store', 'formula'] as const).map((mergedBy) =>
    numbersDocument([{ name: 'S', tables: [{ name: 'T', rows, merged, mergedBy }] }]),
  );
  for (const book of booksOf(...documents))
    assert.deepEqual(book.Sheets.S?.['!merges'], [{ s: { r: 0, c: 0 }, e: { r: 1, c: 2 } }]);
});

test('reads the same content from all versions of the Numbers format', () => {
  const rows: NumbersCell[][] = [
    ['a', { number: '0.5' }, { date: '2024-02-29' }],
    [{ truth: true }, { seconds: 90 }, { rich: ['r'] }],
  ];
  const old = ([1, 2, 3, 4] as const).map((generation) =>
    numbersDocument([{ name: 'S', tables: [{ name: 'T', rows, generation }] }]),
  );
  const recent = numbersDocument([sheet(...rows)]);
  const inner = zip([{ name: 'Index.zip', data: recent }]);
  const [due, ...others] = booksOf(recent, inner, ...old);
  assert.equal((due?.Sheets.S?.B1 as CellObject).v, 0.5);
  for (const [n, book] of others.entries()) assert.deepEqual(book.Sheets.S, due?.Sheets.S, `${n}`);
});

test('reads all rows of a long Numbers table that is stored in several files', () => {
  const rows = Array.from({ length: 700 }, (_, n) => (n % 7 === 3 ? [] : [`row ${n}`, { number: `${n}` }]));
  const { S = {} } = bookOf(numbersDocument([sheet(...rows)])).Sheets;
  for (const [n, [text]] of rows.entries())
    assert.equal((S[`A${n + 1}`] as CellObject | undefined)?.v, text, `row ${n}`);
});

const whole = numbersMembers([sheet(['text', { number: '1' }])]);
const [document, tile] = whole as [Member, Member];
const alone = (data: Buffer): Buffer => zip([{ name: document.name, data: blocks(data), stored: true }]);

test('distinguishes Pages, Keynote and Numbers files that contain equally named zip members', async () => {
  const slide: Member = { name: 'Index/Slide-12.iwa', stored: true, data: '' };
  const documents: Readonly<Record<string, Buffer>> = {
    numbers: zip(whole),
    key: zip([...whole, slide]),
    pages: alone(object(1, 10_000, message({ 1: 1 }))),
  };
  for (const [ext, bytes] of Object.entries(documents)) {
    const file = path.join(dir, 'unnamed');
    writeFileSync(file, bytes);
    const { candidates } = await detect(file);
    assert.deepEqual(
      candidates.map((format) => format.ext),
      [ext, 'zip'],
    );
  }
});

const refused: Readonly<Record<string, Buffer>> = {
  'nothing in the zip': zip([]),
  'a zip of something else': zip([{ name: 'a.txt', data: 'a' }]),
  'no object': zip([{ ...document, data: Buffer.alloc(0) }]),
  'no table': numbersDocument([{ name: 'S', tables: [] }]),
  'a letter of Pages': alone(object(1, 10_000, message({ 1: 1 }))),
  'a sheet that is missing': alone(object(1, 1, message({ 1: reference(7) }))),
  'rows that are missing': zip([document]),
  'a sheet that is the document': alone(object(1, 1, message({ 1: reference(1) }))),
  'a password': zip([...whole, { name: '.iwpv2', data: 'salt' }]),
  'a locked zip': zip([{ ...document, locked: true }, tile]),
  'a byte that has changed': changed(numbersDocument([sheet(['text'])]), 'text'),
  'a block that says it is huge': zip([
    { ...document, data: block(Buffer.concat([varint(2 ** 31), Buffer.from([0, 65])])) },
  ]),
  'a truncated block': zip([{ ...document, data: blocks(Buffer.alloc(500)).subarray(0, 90) }]),
  'another way of packing': zip([{ ...document, data: Buffer.from([1, 4, 0, 0, 1, 2, 3, 4]) }]),
};

function changed(bytes: Buffer, text: string): Buffer {
  bytes.set(Buffer.from('T'), bytes.indexOf(text));
  return bytes;
}

test('the Numbers reader exits with status 1 and a one-line reason if it cannot read a file', () => {
  const names = Object.keys(refused);
  for (const [n, { status, stderr }] of convert(...Object.values(refused)).entries()) {
    assert.equal(status, 1, `${names[n]}: ${stderr}`);
    // The reader must check the declared size of the huge block before it allocates memory, and report that the block
    // is truncated.
    assert.match(stderr, names[n]?.includes('huge') ? /^a block is truncated\n$/ : /^[^\n]+\n$/, names[n]);
  }
});

/** Tests that row-by-row conversion gives the same result as whole-table conversion, in constant memory. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Options } from '../../../contract/options.ts';
import { RefusedError } from '../../../contract/reasons.ts';
import { splitCells, takeRows } from '../values/cells.ts';
import { csv, tsv } from '../text/csv.ts';
import { codec as json, readJson, writeJson } from '../text/json.ts';
import { codec as ndjson } from '../text/ndjson.ts';
import { fileCodec as parquet } from '../columnar/parquet.ts';
import { InvalidData, type Value } from '../values/value.ts';
import { convertStreamed } from './convert.ts';
import { csv as streamedCsv } from './csv.ts';
import { writeParquetFromCsv } from './plain/parquet.ts';

let dir: string;
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-streamed-'));
});
after(() => rm(dir, { recursive: true }));

const codecs = { csv, tsv, json, ndjson };
type Text = keyof typeof codecs;

/** Returns the results of in-memory and row-by-row conversion for the content of a file, or their error messages. */
async function bothWays(
  from: 'csv' | 'tsv',
  to: Text,
  text: string,
  options: Options,
): Promise<[string, string]> {
  const [input, output] = [path.join(dir, `in.${from}`), path.join(dir, `out.${to}`)];
  await writeFile(input, text);
  const whole = () =>
    String(codecs[to].write(codecs[from].read(Buffer.from(text), options), options)) || '\n';
  const byRow = async () => {
    assert.equal(await convertStreamed({ input, output, from, to, options }), true);
    return readFile(output, 'utf8');
  };
  return [await orRefusal(whole), await orRefusal(byRow)];
}

async function orRefusal(work: () => string | Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    assert.ok(error instanceof InvalidData || error instanceof RefusedError, String(error));
    return `refused: ${error.message.replace(/^not valid \w+: /, '')}`;
  }
}

/** Building blocks of tables: delimiters, quotes, line breaks, types and empty cells. */
const piece = fc.constantFrom(
  ...[',', ',', ';', '\t', '"', '""', '\n', '\n', '\r\n', '\r', 'a', 'b c', '007', '1', '-2.50', '1e+20'],
  ...['true', 'FALSE', '', ' ', 'é🚢', '2024-02-29', '2024-02-29T07:30:00Z', '12345678901234567890'],
);
const delimited = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
const options: fc.Arbitrary<Options> = fc.record(
  {
    header: fc.boolean(),
    delimiter: fc.constantFrom('comma', 'semicolon', 'tab'),
    indent: fc.constantFrom(0, 2),
  },
  { requiredKeys: [] },
);

for (const from of ['csv', 'tsv'] as const)
  for (const to of ['json', 'ndjson', 'csv', 'tsv'] as const)
    test(`row-by-row conversion from ${from} to ${to} produces the same result as conversion in memory`, async () => {
      const property = fc.asyncProperty(delimited, options, async (text, asked) => {
        const [whole, byRow] = await bothWays(from, to, text, asked);
        assert.equal(byRow, whole);
      });
      await fc.assert(property, { numRuns: 300 });
    });

/**
 * Cells for the columns of tables. Each list has cells of one type, and in some lists a few cells have another type.
 */
const cellsOfAKind = [
  ['1', '-2', '0', '9223372036854775807', '99999999999999', ''],
  ['1', '-2.50', '0.1', '1e+20', '-0', '123456789012.345', ''],
  ['true', 'FALSE', 'TRUE', 'false', '', '1'],
  ['2024-02-29', '1970-01-01', '0001-01-01', '9999-12-31', '', '2023-02-30'],
  ['2024-02-29T07:30:00Z', '2024-02-29 07:30:00', '2024-02-29T07:30:00', ''],
  [
    'a',
    '"b,c"',
    '"q""q"',
    '"x\ny"',
    '""',
    '',
    '007',
    ' x ',
    'é🚢',
    'a"b',
    '"a"b',
    '"1"',
    '12345678901234567890',
  ],
];
const cellOfAKind = fc.constantFrom(...cellsOfAKind).map((cells) => fc.constantFrom(...cells));
/** A table whose rows have equal lengths, as in most files. In some tables every cell is quoted. */
const even = fc
  .tuple(
    fc.array(cellOfAKind, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('as it is', 'as it is', 'quoted', 'quoted but for the header'),
    fc.boolean(),
  )
  .chain(([columns, newline, quotes, endsInLineBreak]) =>
    fc.array(fc.tuple(...columns), { maxLength: 12 }).map((rows) => {
      const lines = [columns.map((_, n) => `c${n % 3}`), ...rows].map((row, n) =>
        row
          .map((cell) => (quotes.startsWith(n === 0 ? 'quoted but' : 'quoted') ? inQuotes(cell) : cell))
          .join(','),
      );
      return lines.join(newline) + (endsInLineBreak ? newline : '');
    }),
  );
const inQuotes = (cell: string) => (cell.startsWith('"') ? cell : `"${cell}"`);

for (const to of ['json', 'ndjson', 'csv'] as const)
  test(`row-by-row conversion of a CSV with equal row lengths to ${to} produces the same result as conversion in memory`, async () => {
    let plain = 0;
    const property = fc.asyncProperty(even, options, async (text, asked) => {
      const [whole, byRow] = await bothWays('csv', to, text, asked);
      assert.equal(byRow, whole);
      if (!byRow.startsWith('refused') && (await streamedCsv.read(path.join(dir, 'in.csv'), asked))?.plain)
        plain += 1;
    });
    await fc.assert(property, { numRuns: 500 });
    // About a fifth of the generated tables are plain delimited text, which the fast reader converts.
    assert.ok(plain >= 40, `${plain} of 500 were plain`);
  });

test('row-by-row conversion of a long CSV table produces the same result as conversion in memory', async () => {
  const cells = [
    '"two\nlines"',
    '"said ""so"" and ""so"""',
    'é🚢',
    '',
    '""',
    '2024-02-29',
    'TRUE',
    '-2.50',
    '7',
  ];
  for (const newline of ['\n', '\r\n']) {
    const row = (n: number) =>
      `${n},${'x'.repeat(n % 97)},${cells[n % cells.length] ?? ''},${cells[(n * 5 + 1) % 4] ?? ''}`;
    const text = ['\uFEFFid,a b,"c ""c""",c', ...Array.from({ length: 20_000 }, (_, n) => row(n))].join(
      newline,
    );
    const [whole, byRow] = await bothWays('csv', 'json', text, {});
    assert.ok(byRow === whole, newline);
    assert.ok((await streamedCsv.read(path.join(dir, 'in.csv'), {}))?.plain);
  }
});

const notPlain: readonly [what: string, text: string][] = [
  ['a single column', 'a\n1\n2\n'],
  ['a longer row', 'a,b\n1,2\n1,2,3\n'],
  ['a shorter row', 'a,b\n1\n1,2\n'],
  ['an empty line', 'a,b\n1,2\n\n1,2\n'],
  ['a quote in an unquoted cell', 'a,b\n1,2"\n'],
  ['text after a quoted cell', 'a,b\n1,"2"3\n'],
  ['carriage returns as line ends', 'a,b\r1,2\r'],
  ['a delimiter declared in the first line', 'sep=;\na;b\n1;2\n'],
  ['a row of 200,000 characters', `a,b\n1,"${'x'.repeat(200_000)}"\n`],
  ['no rows', 'a,b\n'],
];
for (const [what, text] of notPlain)
  test(`does not use the fast reader for CSV with ${what}`, async () => {
    const [whole, byRow] = await bothWays('csv', 'json', text, {});
    assert.equal(byRow, whole);
    assert.equal((await streamedCsv.read(path.join(dir, 'in.csv'), {}))?.plain, undefined);
  });

for (const [what, tables] of Object.entries({
  'random CSV': delimited,
  'CSV with rows of equal length': even,
}))
  test(`row-by-row conversion of ${what} to Parquet writes the same values as conversion in memory`, async () => {
    const [input, output, whole, back] = ['in.csv', 'out.parquet', 'whole.parquet', 'back.json'].map((name) =>
      path.join(dir, name),
    ) as [string, string, string, string];
    let plain = 0;
    const property = fc.asyncProperty(tables, async (text) => {
      await writeFile(input, text);
      const expected = await orRefusal(async () => {
        await parquet.writeTo(whole, csv.read(Buffer.from(text)));
        return shown(await parquet.readFrom(whole));
      });
      const byRow = await orRefusal(async () => {
        await convertStreamed({ input, output, from: 'csv', to: 'parquet', options: {} });
        return shown(await parquet.readFrom(output));
      });
      assert.equal(byRow, expected);
      if (byRow.startsWith('refused')) return;
      if ((await streamedCsv.read(input, {}))?.plain) plain += 1;
      const read = { input: output, output: back, from: 'parquet', to: 'json', options: { indent: 0 } };
      assert.equal(await convertStreamed(read), true);
      assert.equal(await readFile(back, 'utf8'), `${expected}\n`);
    });
    await fc.assert(property, { numRuns: 100 });
    // More than half of the generated tables are plain delimited text, which the fast reader converts.
    assert.ok(tables === delimited || plain >= 20, `${plain} of 100 were plain`);
  });

test('writes Parquet with DuckDB only if DuckDB reads the expected number of rows from the CSV file', async () => {
  const [file, output] = [path.join(dir, 'plain.csv'), path.join(dir, 'plain.parquet')];
  await writeFile(file, 'a,b\n1,"x,y"\n2,\n');
  const table = { columns: ['a', 'b'], shapes: [{ kind: 'int64' }, { kind: 'text' }] } as const;
  const plain = { file, delimiter: ',', header: true, rows: 2 };
  assert.equal(await writeParquetFromCsv(output, plain, table), true);
  assert.equal(shown(await parquet.readFrom(output)), '[{"a":1,"b":"x,y"},{"a":2,"b":null}]');
  assert.equal(await writeParquetFromCsv(output, { ...plain, rows: 3 }, table), false);
});

const shown = (value: Value) => writeJson(value, { indent: 0 });

test('reads the same rows from CSV text, wherever the text is split into two parts', () => {
  const property = fc.property(delimited, fc.nat(), (text, at) => {
    const all = rowsOrRefusal(() => splitCells(text, ','));
    const cut = at % (text.length + 1);
    const parts = rowsOrRefusal(() => {
      const first = takeRows(text.slice(0, cut), ',', false);
      return [...first.rows, ...takeRows(text.slice(first.end), ',', true).rows];
    });
    assert.deepEqual(parts, all);
  });
  fc.assert(property, { numRuns: 5_000 });
});

function rowsOrRefusal(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
}

test('does not convert a Parquet file row by row if the file contains lists', async () => {
  const [input, output] = [path.join(dir, 'nested.parquet'), path.join(dir, 'nested.json')];
  await parquet.writeTo(input, readJson('[{"a": [1, 2]}]'));
  assert.equal(await convertStreamed({ input, output, from: 'parquet', to: 'json', options: {} }), false);
});

test('refuses a CSV file that contains one row of a million cells and a thousand rows of one cell', async () => {
  const [input, output] = [path.join(dir, 'wide.csv'), path.join(dir, 'wide.ndjson')];
  await writeFile(input, `a\n${'1,'.repeat(1_000_000)}\n${'1\n'.repeat(1_000)}`);
  const steps = { input, output, from: 'csv', to: 'csv', options: {} };
  await assert.rejects(convertStreamed(steps), /different keys is too large/);
});

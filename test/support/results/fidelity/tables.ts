/**
 * Checks that tables and structured data keep types, dates, sheets, formula results, large numbers, null, and the order
 * of members.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { python } from '../../../samples/run.ts';
import type { Workbench, Observation } from '../workbench.ts';
import { outputOf, text } from '../measure.ts';

/** Python program that writes a workbook with two sheets, and with cell types that conversions easily lose. */
const makeBook = `
import datetime, sys, openpyxl
book = openpyxl.Workbook()
sheet = book.active
sheet.title = 'Größe & Zahl'
sheet.append(['code', 'share', 'when', 'day', 'sum', 'note'])
sheet.append(['007', 0.125, datetime.datetime(2024, 2, 29, 13, 45, 10), datetime.date(1999, 12, 31), None, 'a\\nb'])
sheet.append(['1e5', 0.1, datetime.datetime(2000, 1, 1), datetime.date(2024, 6, 1), None, '=no formula'])
sheet['F3'].data_type = 's'
sheet['B2'].number_format = '0.0%'
sheet['E2'] = '=B2*8'
sheet['E3'] = '=SUM(B2:B3)*0'
book.create_sheet('東京').append(['only', 'here'])
book.save(sys.argv[1])
`;

/**
 * Python program that prints a workbook as JSON: the name of each sheet, and each cell as openpyxl reads it. The value
 * of a formula is its stored result.
 */
const readBook = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1], data_only=True)
print(json.dumps({sheet.title: [[cell if isinstance(cell, (int, float, str, bool, type(None))) else cell.isoformat() for cell in row]
    for row in sheet.iter_rows(values_only=True)] for sheet in book}))
`;

async function book(lab: Workbench): Promise<string> {
  const file = path.join(lab.dir, 'book.xlsx');
  await python(makeBook, [file]);
  return file;
}

type TableRow = readonly unknown[];

const typed: Observation = {
  description:
    'a workbook keeps cell types, dates, texts that look like numbers, sheet names and formula results',
  see: async (lab) => {
    const xlsx = await book(lab);
    for (const by of ['ods', 'fods', 'xls', 'xlsm']) {
      const there = await lab.converted('xlsx', by, {}, xlsx);
      const back = await lab.converted(by, 'xlsx', {}, there);
      const sheets = JSON.parse((await python(readBook, [back])).stdout.toString()) as Record<
        string,
        TableRow[]
      >;
      assert.deepEqual(Object.keys(sheets), ['Größe & Zahl', '東京'], by);
      const [, first = [], second = []] = sheets['Größe & Zahl'] ?? [];
      assert.deepEqual(first, ['007', 0.125, '2024-02-29T13:45:10', '1999-12-31T00:00:00', 1, 'a\nb'], by);
      assert.deepEqual([second[0], second[1], second[4], second[5]], ['1e5', 0.1, 0, '=no formula'], by);
    }
    const csv = await text(await lab.converted('xlsx', 'csv', { sheet: '1' }, xlsx));
    assert.match(csv, /^007,(0\.125|12\.5%),2024-02-29[ T]13:45:10,1999-12-31,1,"a\nb"$/m);
    const page = await text(await lab.converted('xlsx', 'html', {}, xlsx));
    for (const due of ['007', '2024-02-29', '1999-12-31', '東京', 'here'])
      assert.ok(page.includes(due), `${due} on the page`);
  },
};

const results: Observation = {
  description: 'the formulas of a workbook are converted to their stored results',
  see: async (lab) => {
    const sums = JSON.parse(await text(await lab.converted('xlsx', 'json', {}))) as Record<
      string,
      Record<string, unknown>[]
    >;
    assert.deepEqual(Object.keys(sums), ['Records', 'Sums']);
    assert.match(JSON.stringify(sums['Sums']), /1048588\.25/);
    assert.equal(sums['Records']?.[0]?.['since'], '2024-02-29');
  },
};

const dialects: Observation = {
  description: 'a CSV file is read correctly in any encoding and with any delimiter',
  see: async (lab) => {
    const rows = 'name;price\r\nÆrø;"1;5"\r\nŽofie;"two\r\nlines"\r\n';
    const western = 'name;price\r\nÆrø;"1;5"\r\nKäthe;"two\r\nlines"\r\n';
    const ways: readonly (readonly [string, Buffer, string])[] = [
      ['UTF-8 with its mark', Buffer.from(`\ufeff${rows}`), 'Žofie'],
      ['UTF-16, little first', Buffer.from(`\ufeff${rows}`, 'utf16le'), 'Žofie'],
      ['UTF-16, big first', Buffer.from(`\ufeff${rows}`, 'utf16le').swap16(), 'Žofie'],
      ['Windows-1252', Buffer.from(western, 'latin1'), 'Käthe'],
      ['tabs', Buffer.from(rows.replaceAll(/;(?=")|(?<=e);/g, '\t').replaceAll('ø;', 'ø\t')), 'Žofie'],
      ['pipes', Buffer.from(rows.replaceAll(/;(?=")|(?<=e);/g, '|').replaceAll('ø;', 'ø|')), 'Žofie'],
      ['Excel’s own first line', Buffer.from(`sep=;\r\n${rows}`), 'Žofie'],
    ];
    for (const [way, content, name] of ways) {
      const csv = path.join(lab.dir, 'dialect.csv');
      await writeFile(csv, content);
      const json = JSON.parse(await text(await lab.converted('csv', 'json', {}, csv))) as unknown;
      const due = [
        { name: 'Ærø', price: '1;5' },
        { name, price: 'two\nlines' },
      ];
      assert.deepEqual(JSON.parse(JSON.stringify(json).replaceAll('\\r\\n', '\\n')), due, `${way} to json`);
      const xlsx = await lab.converted('csv', 'xlsx', {}, csv);
      const cells = Object.values(
        JSON.parse((await python(readBook, [xlsx])).stdout.toString()) as Record<string, TableRow[]>,
      )[0];
      assert.deepEqual(
        cells,
        [
          ['name', 'price'],
          ['Ærø', '1;5'],
          [name, 'two\nlines'],
        ],
        `${way} to xlsx`,
      );
    }
  },
};

/**
 * Python program that writes a workbook with formulas that have no stored results. Many export libraries store no
 * results of formulas, because Excel calculates the results when it opens the file.
 */
const makeFormulas = `
import sys, openpyxl
book = openpyxl.Workbook()
sheet = book.active
sheet.append(['sum', 'more', 'said', 'day', 'code'])
sheet.append(['=1+2', '=A2>2', '="is "&A2', '=DATE(2024,2,29)', '007'])
sheet['D2'].number_format = 'yyyy-mm-dd'
book.save(sys.argv[1])
`;

const calculated: Observation = {
  description: 'formulas of a workbook are calculated if it stores no results',
  see: async (lab) => {
    const file = path.join(lab.dir, 'formulas.xlsx');
    await python(makeFormulas, [file]);
    const due = [{ sum: 3, more: true, said: 'is 3', day: '2024-02-29', code: '007' }];
    for (const by of ['json', 'yaml', 'parquet', 'sqlite']) {
      const there = await lab.converted('xlsx', by, {}, file);
      const json = by === 'json' ? there : await lab.converted(by, 'json', {}, there);
      const read = JSON.parse(await text(json)) as unknown;
      assert.deepEqual(read, due, `by way of ${by}`);
    }
    const sheet = await text(await lab.converted('xlsx', 'json', { sheet: '1', indent: '0' }, file));
    assert.deepEqual(JSON.parse(sheet), due, 'a sheet that was asked for');
  },
};

/**
 * JSON with integers that a double cannot represent, members that are not in alphabetical order, null and empty values,
 * and an emoji that consists of several code points.
 */
const hard =
  '{"z":1,"a":{"big":12345678901234567890,"exact":0.1,"nothing":null,"empty":"","list":[1,[2,[]],{}],"truth":true},"emoji":"👩‍🚀 é","minus":-9007199254740993}';

const exact: Observation = {
  description:
    'structured data keeps large numbers, the order of members, null, empty values and all characters',
  see: async (lab) => {
    const json = path.join(lab.dir, 'hard.json');
    await writeFile(json, hard);
    for (const by of ['yaml', 'json5', 'cbor', 'msgpack']) {
      const there = await lab.converted('json', by, {}, json);
      const back = await text(await lab.converted(by, 'json', { indent: '0' }, there));
      assert.equal(back.trim().replaceAll(/(?<=[:,]) /g, ''), hard, `by way of ${by}`);
    }
    const yaml = await lab.converted('json', 'yaml', {}, json);
    assert.match(
      await outputOf('/usr/bin/python3', [
        '-c',
        'import sys, yaml; v = yaml.safe_load(open(sys.argv[1])); print(list(v), v["a"]["big"], v["minus"], v["a"]["nothing"])',
        yaml,
      ]),
      /^\['z', 'a', 'emoji', 'minus'\] 12345678901234567890 -9007199254740993 None/,
    );
    const packed = await lab.converted('json', 'msgpack', {}, json);
    assert.match(
      await outputOf('/usr/bin/python3', [
        '-c',
        'import sys, msgpack; v = msgpack.unpackb(open(sys.argv[1], "rb").read()); print(list(v), v["a"]["big"], v["minus"])',
        packed,
      ]),
      /^\['z', 'a', 'emoji', 'minus'\] 12345678901234567890 -9007199254740993/,
    );
    const cbor = await lab.converted('json', 'cbor', {}, json);
    assert.match(
      await outputOf('/usr/bin/python3', [
        '-c',
        'import sys, cbor2; v = cbor2.load(open(sys.argv[1], "rb")); print(list(v), v["a"]["big"], v["minus"])',
        cbor,
      ]),
      /^\['z', 'a', 'emoji', 'minus'\] 12345678901234567890 -9007199254740993/,
    );
  },
};

/** Python program that prints the rows of the only table in a SQLite database. */
const readDatabase = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
[(table,)] = database.execute("select name from sqlite_master where type = 'table'")
print(database.execute(f'select id, x is null, typeof(id) from "{table}"').fetchall())
`;

const columns: Observation = {
  description:
    'columns keep their types in other table formats: 64-bit integers, fractions, booleans and null',
  see: async (lab) => {
    const json = path.join(lab.dir, 'rows.json');
    const rows = '[{"id":9007199254740993,"x":0.5,"ok":true,"t":"Ærø"},{"id":2,"x":null,"ok":false,"t":""}]';
    await writeFile(json, rows);
    for (const by of ['parquet', 'arrow', 'avro', 'sqlite', 'ndjson']) {
      const there = await lab.converted('json', by, {}, json);
      const back = await text(await lab.converted(by, 'json', { indent: '0' }, there));
      assert.equal(back.trim().replaceAll(/(?<=[:,]) /g, ''), rows, `by way of ${by}`);
    }
    const db = await lab.converted('json', 'sqlite', {}, json);
    const { stdout } = await python(readDatabase, [db]);
    assert.equal(stdout.toString().trim(), "[(9007199254740993, 0, 'integer'), (2, 1, 'integer')]");
  },
};

const moments: Observation = {
  description: 'dates and times keep their types in formats that have such types',
  see: async (lab) => {
    const toml = path.join(lab.dir, 'moments.toml');
    await writeFile(toml, 'at = 2024-02-29T13:45:10Z\nday = 2024-02-29\n');
    assert.match(await text(await lab.converted('toml', 'yaml', {}, toml)), /^at: ['"]?2024-02-29T13:45:10/m);
    const plist = await lab.converted('toml', 'plist', {}, toml);
    assert.match(await text(plist), /<date>2024-02-29T13:45:10Z<\/date>/);
    assert.match((await readFile(await lab.converted('toml', 'json', {}, toml))).toString(), /"2024-02-29"/);
  },
};

/** Python program that writes a workbook with a chart. */
const makeChart = `
import sys, openpyxl
from openpyxl.chart import BarChart, Reference
book = openpyxl.Workbook()
for row in [['month', 'sum'], ['May', 4711], ['June', 815]]:
    book.active.append(row)
chart = BarChart()
chart.add_data(Reference(book.active, min_col=2, min_row=1, max_row=3), titles_from_data=True)
book.active.add_chart(chart, 'E2')
book.save(sys.argv[1])
`;

const charts: Observation = {
  description: 'the chart of a workbook becomes a picture in document formats, and the cells become text',
  see: async (lab) => {
    const file = path.join(lab.dir, 'chart.xlsx');
    await python(makeChart, [file]);
    const page = await text(await lab.converted('xlsx', 'html', {}, file));
    assert.match(page, /<img[^>]*src="data:image\/png;base64,iVBOR/);
    assert.match(await text(await lab.converted('xlsx', 'txt', {}, file)), /4711/);
    const docx = await lab.converted('xlsx', 'docx', {}, file);
    assert.match(await outputOf('/usr/bin/bsdtar', ['-tf', docx]), /word\/media\/.*\.png/);
    const ods = await lab.converted('xlsx', 'ods', {}, file);
    assert.match(await text(await lab.converted('ods', 'md', {}, ods)), /4711[\s\S]*data:image\/png/);
  },
};

const spread: Observation = {
  description: 'members of nested records become table columns, and a column of codes such as 007 stays text',
  see: async (lab) => {
    const json = path.join(lab.dir, 'people.json');
    await writeFile(json, '[{"id":1,"home":{"city":"Ulm","zip":"007"}},{"id":2,"home":{"zip":"12"}}]');
    const csv = await lab.converted('json', 'csv', {}, json);
    assert.equal(await text(csv), 'id,home.city,home.zip\n1,Ulm,007\n2,,"12"\n');
    const xlsx = await lab.converted('json', 'xlsx', {}, json);
    assert.match((await python(readBook, [xlsx])).stdout.toString(), /"id", "home\.city", "home\.zip"/);
    const codes = path.join(lab.dir, 'codes.csv');
    await writeFile(codes, 'id,zip\n1,007\n2,12\n');
    const read = await text(await lab.converted('csv', 'json', { indent: '0' }, codes));
    assert.equal(read.trim(), '[{"id":1,"zip":"007"},{"id":2,"zip":"12"}]');
  },
};

export const tables: readonly Observation[] = [
  typed,
  results,
  calculated,
  dialects,
  exact,
  columns,
  moments,
  charts,
  spread,
];

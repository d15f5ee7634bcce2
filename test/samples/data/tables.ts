/**
 * Samples of table formats with typed columns (Parquet, Arrow, Avro and SQLite): the sample records, with dates in the
 * column `since`. The SQLite database also has a table that contains a sum.
 */
import {
  Bool,
  DateDay,
  Float64,
  Int64,
  makeBuilder,
  Table,
  tableToIPC,
  Utf8,
  type DataType,
  type Vector,
} from 'apache-arrow';
import { parquetWriteBuffer, schemaFromColumnData, type ColumnSource } from 'hyparquet-writer';
import { writeFile } from 'node:fs/promises';
import { python } from '../run.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';
import { records } from '../spreadsheets/table.ts';
import { workbook } from '../spreadsheets/workbook.ts';

const parquet: SampleMaker = async (file) => {
  const columnData: ColumnSource[] = [
    { name: 'id', type: 'INT64', data: records.map(({ id }) => BigInt(id)) },
    { name: 'name', type: 'STRING', data: records.map(({ name }) => name) },
    { name: 'price', type: 'DOUBLE', data: records.map(({ price }) => price) },
    { name: 'active', type: 'BOOLEAN', data: records.map(({ active }) => active) },
    { name: 'since', data: records.map(({ since }) => new Date(since)) },
    { name: 'note', type: 'STRING', nullable: true, data: records.map(({ note }) => note) },
  ];
  const schema = schemaFromColumnData({
    columnData,
    schemaOverrides: {
      since: { name: 'since', type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' },
    },
  });
  const untyped = columnData.map(({ name, data }) => ({ name, data }));
  await writeFile(file, Buffer.from(parquetWriteBuffer({ columnData: untyped, schema })));
};

/** Writes Arrow's streaming format. Protean itself writes Arrow's file format, so the tests cover both formats. */
const arrow: SampleMaker = async (file) => {
  const vector = (type: DataType, cells: readonly unknown[]): Vector => {
    const builder = makeBuilder({ type, nullValues: [null] });
    for (const cell of cells) builder.append(cell);
    return builder.finish().toVector();
  };
  const table = new Table({
    id: vector(
      new Int64(),
      records.map(({ id }) => BigInt(id)),
    ),
    name: vector(
      new Utf8(),
      records.map(({ name }) => name),
    ),
    price: vector(
      new Float64(),
      records.map(({ price }) => price),
    ),
    active: vector(
      new Bool(),
      records.map(({ active }) => active),
    ),
    since: vector(
      new DateDay(),
      records.map(({ since }) => new Date(since)),
    ),
    note: vector(
      new Utf8(),
      records.map(({ note }) => note),
    ),
  });
  await writeFile(file, tableToIPC(table, 'stream'));
};

const avro: SampleMaker = async (file) => {
  const program = `
import datetime, json, sys, avro.schema
from avro.datafile import DataFileWriter
from avro.io import DatumWriter
fields = [('id', 'long'), ('name', 'string'), ('price', 'double'), ('active', 'boolean'),
    ('since', {'type': 'int', 'logicalType': 'date'}), ('note', ['null', 'string'])]
schema = {'type': 'record', 'name': 'Record', 'fields': [{'name': name, 'type': type} for name, type in fields]}
with DataFileWriter(open(sys.argv[1], 'wb'), DatumWriter(), avro.schema.parse(json.dumps(schema)), codec='null') as writer:
    for record in json.load(sys.stdin):
        writer.append({**record, 'since': datetime.date.fromisoformat(record['since'])})
`;
  await python(program, [file], JSON.stringify(records));
};

const sqlite: SampleMaker = async (file) => {
  const [[label, sum] = []] = workbook[1].rows;
  const program = `
import json, sqlite3, sys
records, label, total = json.load(sys.stdin)
base = sqlite3.connect(sys.argv[1])
base.execute('CREATE TABLE "Records" (id INTEGER PRIMARY KEY, name TEXT, price REAL, active BOOLEAN, since DATE, note TEXT)')
base.executemany('INSERT INTO "Records" VALUES (:id, :name, :price, :active, :since, :note)', records)
base.execute(f'CREATE TABLE "Sums" ("{label}" REAL)')
base.execute('INSERT INTO "Sums" VALUES (?)', [total])
base.execute('CREATE VIEW "Cheap" AS SELECT * FROM "Records" WHERE price < 1')
base.execute('CREATE INDEX by_name ON "Records" (name)')
base.commit()
`;
  const total = typeof sum === 'object' && sum && 'value' in sum ? sum.value : 0;
  await python(program, [file], JSON.stringify([records, label, total]));
};

export const tables: SampleMakers = { parquet, arrow, avro, sqlite };

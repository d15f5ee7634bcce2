/**
 * Tests that the Parquet, Arrow and Avro readers report unsupported features, verify checksums and read exact values.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { dictionary, list, tableFromArrays, tableToIPC, utf8 } from '@uwdata/flechette';
import { parquetWriteBuffer, type ParquetWriteOptions } from 'hyparquet-writer';
import { RefusedError } from '../../../contract/reasons.ts';
import { AvroWriter } from './avro-write.ts';
import { checkType } from './arrow-schema.ts';
import { codec as arrow } from './arrow.ts';
import { codec as avro } from './avro.ts';
import { writeJson } from '../text/json.ts';
import { checkParquet } from './parquet-check.ts';
import { fileCodec as parquet, openDuckDb, quotedText } from './parquet.ts';
import { InvalidData, type Value } from '../values/value.ts';
import { geometryIn } from './wkb.ts';

const json = (value: Value) => writeJson(value, { indent: 0 });
const isFeature = (name: string) => (error: unknown) =>
  error instanceof RefusedError && error.feature === name;

let dir = '';
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-columnar-'));
});
after(() => rm(dir, { recursive: true }));

/** A value to encode in Thrift's compact protocol: an integer, binary data, a list or a struct. */
type Field = number | string | Fields | Fields[] | number[] | string[];
interface Fields {
  [id: number]: Field;
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))];
const zigzag = (value: number) => varint(value < 0 ? -2 * value - 1 : 2 * value);

function thrift(fields: Fields): number[] {
  let before = 0;
  const bytes = Object.keys(fields).flatMap((id) => {
    const field = fields[Number(id)] ?? 0;
    const head = [((Number(id) - before) << 4) | typeOf(field)];
    before = Number(id);
    return [...head, ...content(field)];
  });
  return [...bytes, 0];
}

const typeOf = (field: Field) =>
  typeof field === 'number' ? 5 : typeof field === 'string' ? 8 : Array.isArray(field) ? 9 : 12;

function content(field: Field): number[] {
  if (typeof field === 'number') return zigzag(field);
  if (typeof field === 'string') return [...varint(field.length), ...Buffer.from(field)];
  if (!Array.isArray(field)) return thrift(field);
  return [(field.length << 4) | typeOf(field[0] ?? 0), ...field.flatMap(content)];
}

/** Returns a Parquet file with one column, which has one page. */
async function parquetFile(
  name: string,
  column: Fields,
  {
    crc,
    more = {},
    header = thrift({ 1: 0, 2: 4, 3: 4, ...(crc === undefined ? {} : { 4: crc }) }),
  }: { crc?: number; more?: Fields; header?: number[] } = {},
) {
  const data = Buffer.from([1, 2, 3, 4]);
  const page = Buffer.from([...header, ...data]);
  const chunk = { 1: 1, 2: [0], 3: ['a'], 4: 0, 5: 1, 6: page.length, 7: page.length, 9: 4, ...column };
  const footer = Buffer.from(
    thrift({ 1: 1, 2: [{ 4: 's', 5: 1 }], 3: 1, 4: [{ 1: [{ 2: 4, 3: chunk }] }], ...more }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  const file = path.join(dir, name);
  await writeFile(file, Buffer.concat([Buffer.from('PAR1'), page, footer, length, Buffer.from('PAR1')]));
  return file;
}

const features: readonly [name: string, column: Fields, more: Fields][] = [
  ['parquet codec LZO', { 4: 3 }, {}],
  ['parquet encryption', {}, { 8: { 1: {} } }],
];

for (const [feature, column, more] of features) {
  test(`reports ${feature} as an unsupported feature`, async () => {
    const file = await parquetFile('feature.parquet', column, { more });
    assert.throws(() => checkParquet(file), isFeature(feature));
  });
}

test('refuses a Parquet page that does not fit into memory', async () => {
  const header = thrift({ 1: 0, 2: 2 ** 30, 3: 4 });
  const file = await parquetFile('large.parquet', {}, { header });
  assert.throws(
    () => checkParquet(file),
    (error: unknown) => error instanceof RefusedError && error.reason === 'result_too_large',
  );
});

test('verifies the checksum of a Parquet page', async () => {
  const right = crc32(Buffer.from([1, 2, 3, 4])) | 0;
  checkParquet(await parquetFile('right.parquet', {}, { crc: right }));
  const wrong = await parquetFile('wrong.parquet', {}, { crc: right ^ 1 });
  assert.throws(() => checkParquet(wrong), InvalidData);
});

/**
 * Returns a Parquet file with columns of several types. `more` and `encoding` select features that only the second
 * reader supports.
 */
const mixed = (more: Partial<ParquetWriteOptions> = {}, encoding?: 'BYTE_STREAM_SPLIT') =>
  parquetWriteBuffer({
    columnData: [
      { name: 'n', data: [1, -2, 3], type: 'INT32', ...(encoding && { encoding }) },
      { name: 'big', data: [2n ** 62n, 0n, -5n], type: 'INT64', ...(encoding && { encoding }) },
      { name: 'f', data: [1.5, Infinity, -0], type: 'DOUBLE', ...(encoding && { encoding }) },
      { name: 'text', data: ['é', null, ''], type: 'STRING' },
      { name: 'at', data: [new Date(0), new Date(1), new Date(2)], type: 'TIMESTAMP' },
      { name: 'yes', data: [true, false, true], type: 'BOOLEAN' },
    ],
    ...more,
  });

/** Returns an LZ4 block with literals only. */
function lz4Block(bytes: Uint8Array): Buffer {
  const rest = bytes.length - 15;
  const lengths =
    rest < 0 ? [bytes.length << 4] : [0xf0, ...Array<number>(Math.floor(rest / 255)).fill(255), rest % 255];
  return Buffer.concat([Buffer.from(lengths), bytes]);
}

function hadoopLz4(bytes: Uint8Array): Buffer {
  const half = Math.ceil(bytes.length / 2);
  return Buffer.concat(
    [bytes.subarray(0, half), bytes.subarray(half)].flatMap((part) => {
      const [block, head] = [lz4Block(part), Buffer.alloc(8)];
      head.writeUInt32BE(part.length);
      head.writeUInt32BE(block.length, 4);
      return [head, block];
    }),
  );
}

const mixedRows =
  '[{"n":1,"big":4611686018427387904,"f":1.5,"text":"é","at":"1970-01-01T00:00:00","yes":true},' +
  '{"n":-2,"big":0,"f":"Infinity","text":null,"at":"1970-01-01T00:00:00.001","yes":false},' +
  '{"n":3,"big":-5,"f":-0.0,"text":"","at":"1970-01-01T00:00:00.002","yes":true}]';

test('reads Parquet files with variants of LZ4 and BYTE_STREAM_SPLIT that DuckDB does not support', async () => {
  for (const [name, content] of [
    ['plain', mixed()],
    ['hadoop', mixed({ codec: 'LZ4', compressors: { LZ4: hadoopLz4 } })],
    ['bare', mixed({ codec: 'LZ4', compressors: { LZ4: lz4Block } })],
    ['split', mixed({}, 'BYTE_STREAM_SPLIT')],
  ] as const) {
    const file = path.join(dir, `${name}.parquet`);
    await writeFile(file, new Uint8Array(content));
    assert.equal(checkParquet(file).needsSecondReader, name !== 'plain', name);
    assert.equal(json(await parquet.readFrom(file)), mixedRows, name);
  }
});

/** Returns a Parquet file with a column of maps that have keys but no values. `levels` are the repetition levels. */
async function keysOnly(name: string, levels: readonly number[]) {
  // Each level is a separate run.
  const runs = levels.flatMap((level) => [2, level]);
  const defined = levels.flatMap(() => [2, 1]);
  const sized = (bytes: readonly number[]) => [bytes.length, 0, 0, 0, ...bytes];
  const data = [...sized(runs), ...sized(defined), ...levels.flatMap((_, n) => [n + 1, 0, 0, 0])];
  const page = [...thrift({ 1: 0, 2: data.length, 3: data.length, 5: { 1: 3, 2: 0, 3: 3, 4: 3 } }), ...data];
  const chunk = {
    ...{ 1: 1, 2: [0], 3: ['m', 'entry', 'key'], 4: 0, 5: 3 },
    ...{ 6: page.length, 7: page.length, 9: 4 },
  };
  const rows = levels.filter((level) => level === 0).length;
  const footer = Buffer.from(
    thrift({
      1: 1,
      2: [
        { 4: 's', 5: 1 },
        { 3: 0, 4: 'm', 5: 1, 6: 1 },
        { 3: 2, 4: 'entry', 5: 1 },
        { 1: 1, 3: 0, 4: 'key' },
      ],
      3: rows,
      4: [{ 1: [{ 2: 4, 3: chunk }], 2: page.length, 3: rows }],
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  const file = path.join(dir, name);
  await writeFile(
    file,
    Buffer.concat([Buffer.from('PAR1'), Buffer.from(page), footer, length, Buffer.from('PAR1')]),
  );
  return file;
}

test('reads a Parquet map that has keys but no values', async () => {
  const file = await keysOnly('keys.parquet', [0, 1, 0]);
  assert.equal(json(await parquet.readFrom(file)), '[{"m":{"1":null,"2":null}},{"m":{"3":null}}]');
});

test('refuses a Parquet page that has too few repetition levels or begins in the middle of a row', async () => {
  for (const levels of [
    [1, 0, 0],
    [0, 1],
  ]) {
    const file = await keysOnly('levels.parquet', levels);
    assert.throws(() => checkParquet(file), InvalidData);
  }
});

test('finds the INT96 columns of a Parquet file', async () => {
  assert.deepEqual(checkParquet(await parquetFile('int96.parquet', { 1: 3 })).int96, ['a']);
});

test('reads a Parquet geometry as GeoJSON for JSON targets, and as WKT for tables', async () => {
  const file = path.join(dir, 'geometry.parquet');
  {
    using duckdb = await openDuckDb();
    await duckdb.connection.run(
      `COPY (SELECT 1 AS id, 'LINESTRING (1 2, 3.5 4)'::GEOMETRY AS g) TO ${quotedText(file)} (FORMAT parquet)`,
    );
  }
  assert.equal(
    json(await parquet.readFrom(file, 'json')),
    '[{"id":1,"g":{"type":"LineString","coordinates":[[1.0,2.0],[3.5,4.0]]}}]',
  );
  assert.equal(json(await parquet.readFrom(file, 'csv')), '[{"id":1,"g":"LINESTRING (1 2, 3.5 4)"}]');
});

const wkb: readonly [hex: string, json: string][] = [
  ['0101000000000000000000f03f0000000000000040', '{"type":"Point","coordinates":[1.0,2.0]}'],
  ['00000000013ff00000000000004000000000000000', '{"type":"Point","coordinates":[1.0,2.0]}'],
  ['0101000000000000000000f87f000000000000f87f', '{"type":"Point","coordinates":[]}'],
  [
    '01e9030000000000000000f03f00000000000000400000000000000840',
    '{"type":"Point","coordinates":[1.0,2.0,3.0]}',
  ],
  [
    '0104000000010000000101000000000000000000f03f0000000000000040',
    '{"type":"MultiPoint","coordinates":[[1.0,2.0]]}',
  ],
  ['010700000000000000', '{"type":"GeometryCollection","geometries":[]}'],
];

for (const [hex, expected] of wkb) {
  test(`converts a WKB geometry to the GeoJSON ${expected}`, () => {
    assert.equal(json(geometryIn(Buffer.from(hex, 'hex')) ?? null), expected);
  });
}

test('refuses a WKB geometry that is truncated or contains curves', () => {
  assert.throws(() => geometryIn(Buffer.from('0102000000ffffffff', 'hex')));
  assert.throws(() => geometryIn(Buffer.from('010800000000000000', 'hex')), isFeature('WKB geometry type 8'));
});

test('keeps all columns of an Arrow file even if several have the same name', () => {
  const bytes = tableToIPC(
    tableFromArrays([
      ['a', [1, 2]],
      ['a', [3, 4]],
    ]),
    { format: 'file' },
  );
  assert.ok(bytes);
  assert.equal(json(arrow.read(bytes)), '[{"a":1.0,"a_2":3.0},{"a":2.0,"a_2":4.0}]'.replaceAll('.0', ''));
});

test('reports nested Arrow dictionaries as an unsupported feature', () => {
  const nested = dictionary(list(dictionary(utf8())));
  assert.throws(() => checkType(nested), isFeature('arrow nested dictionaries'));
  checkType(list(dictionary(utf8())));
});

/** Returns an Avro container file with one block, which contains one record. */
function avroFile(schema: unknown, block: readonly number[], { codec = 'null', end = '' } = {}): Buffer {
  const head = new AvroWriter();
  head.header([
    ['avro.codec', codec],
    ['avro.schema', JSON.stringify(schema)],
  ]);
  const sizes = new AvroWriter();
  sizes.long(1n);
  sizes.long(BigInt(block.length));
  const marker = Buffer.alloc(16, 7);
  const parts = [Buffer.from('Obj\x01'), head.written(), marker, sizes.written(), Buffer.from(block), marker];
  return Buffer.concat([...parts, Buffer.from(end)]);
}

const record = (type: unknown) => ({ type: 'record', name: 'r', fields: [{ name: 'a', type }] });
const fixed = (logicalType: string, size: number) => ({ type: 'fixed', name: 'f', size, logicalType });
const nanos = new AvroWriter();
nanos.long(1_700_000_000_123_456_789n);

const avroValues: readonly [type: unknown, block: readonly number[], json: string][] = [
  [
    { type: 'long', logicalType: 'timestamp-nanos' },
    [...nanos.written()],
    '"2023-11-14T22:13:20.123456789Z"',
  ],
  [
    { type: 'long', logicalType: 'local-timestamp-nanos' },
    [...nanos.written()],
    '"2023-11-14T22:13:20.123456789"',
  ],
  [fixed('duration', 12), [1, 0, 0, 0, 15, 0, 0, 0, 0xf4, 1, 0, 0], '"P1M15DT0.500S"'],
  [fixed('uuid', 16), Array.from({ length: 16 }, (_, n) => n), '"00010203-0405-0607-0809-0a0b0c0d0e0f"'],
  ['double', [0, 0, 0, 0, 0, 0, 0xf0, 0x3f], '1.0'],
];

for (const [type, block, expected] of avroValues) {
  test(`reads a value of the Avro type ${JSON.stringify(type)}`, () => {
    assert.equal(json(avro.read(avroFile(record(type), block))), `[{"a":${expected}}]`);
  });
}

/** The byte 2, which encodes 1 in Avro, compressed with bzip2. */
const oneByBzip2 = Buffer.from('QlpoOTFBWSZTWbh1eyUAAABAABAAIAAhGEaC7kinChIXDq9koA==', 'base64');

test('reads Avro blocks compressed with bzip2', () => {
  assert.equal(json(avro.read(avroFile(record('int'), [...oneByBzip2], { codec: 'bzip2' }))), '[{"a":1}]');
  const damaged = Buffer.from(oneByBzip2);
  damaged.writeUInt8(0, 12);
  assert.throws(() => avro.read(avroFile(record('int'), [...damaged], { codec: 'bzip2' })));
});

test('accepts a line break at the end of an Avro file, but not other trailing bytes', () => {
  assert.equal(json(avro.read(avroFile(record('int'), [2], { end: '\n' }))), '[{"a":1}]');
  assert.throws(() => avro.read(avroFile(record('int'), [2], { end: 'x' })));
  assert.throws(() => avro.read(avroFile(record('int'), [2], { codec: 'xz' })), isFeature('avro codec xz'));
});

test('refuses an Avro enum value that has no symbol in the schema', () => {
  const symbols = { type: 'enum', name: 'e', symbols: ['x'] };
  assert.throws(() => avro.read(avroFile(record(symbols), [4])), InvalidData);
});

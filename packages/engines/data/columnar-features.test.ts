/** Parquet, Arrow and Avro: features that cannot be read are named, checksums are verified, and values are exact. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { dictionary, list, tableFromArrays, tableToIPC, utf8 } from '@uwdata/flechette';
import { RefusedError } from '../runtime/reasons.ts';
import { AvroWriter } from './avro-write.ts';
import { checkType } from './arrow-schema.ts';
import { codec as arrow } from './arrow.ts';
import { codec as avro } from './avro.ts';
import { writeJson } from './json.ts';
import { checkParquet } from './parquet-check.ts';
import { fileCodec as parquet, openDuckDb, quotedText } from './parquet.ts';
import { InvalidData, type Value } from './value.ts';
import { geometryIn } from './wkb.ts';

const json = (value: Value) => writeJson(value, { indent: 0 });
const isFeature = (name: string) => (error: unknown) =>
  error instanceof RefusedError && error.feature === name;

let dir = '';
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-columnar-'));
});
after(() => rm(dir, { recursive: true }));

/** Thrift's compact protocol: integers, binaries, lists of structs or integers, and structs. */
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

/** A file of one column with one page. */
async function parquetFile(
  name: string,
  column: Fields,
  { crc, more = {} }: { crc?: number; more?: Fields } = {},
) {
  const data = Buffer.from([1, 2, 3, 4]);
  const header = thrift({ 1: 0, 2: 4, 3: 4, ...(crc === undefined ? {} : { 4: crc }) });
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
  ['parquet codec LZ4', { 4: 5 }, {}],
  ['parquet codec LZO', { 4: 3 }, {}],
  ['parquet encoding BYTE_STREAM_SPLIT of INT32', { 2: [9] }, {}],
  ['parquet encryption', {}, { 8: { 1: {} } }],
];

for (const [feature, column, more] of features) {
  test(`names ${feature}`, async () => {
    const file = await parquetFile('feature.parquet', column, { more });
    assert.throws(() => checkParquet(file), isFeature(feature));
  });
}

test('verifies the checksum of a Parquet page', async () => {
  const right = crc32(Buffer.from([1, 2, 3, 4])) | 0;
  checkParquet(await parquetFile('right.parquet', {}, { crc: right }));
  const wrong = await parquetFile('wrong.parquet', {}, { crc: right ^ 1 });
  assert.throws(() => checkParquet(wrong), InvalidData);
});

test('finds the columns of INT96', async () => {
  assert.deepEqual(checkParquet(await parquetFile('int96.parquet', { 1: 3 })).int96, ['a']);
});

test('reads a geometry of Parquet as GeoJSON, and as WKT for tables', async () => {
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
  test(`reads WKB ${expected}`, () => {
    assert.equal(json(geometryIn(Buffer.from(hex, 'hex')) ?? null), expected);
  });
}

test('refuses WKB that breaks off or has curves', () => {
  assert.throws(() => geometryIn(Buffer.from('0102000000ffffffff', 'hex')));
  assert.throws(() => geometryIn(Buffer.from('010800000000000000', 'hex')), isFeature('WKB geometry type 8'));
});

test('keeps Arrow columns of the same name', () => {
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

test('names nested dictionaries of Arrow', () => {
  const nested = dictionary(list(dictionary(utf8())));
  assert.throws(() => checkType(nested), isFeature('arrow nested dictionaries'));
  checkType(list(dictionary(utf8())));
});

/** A container with one block of one record. */
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
  test(`reads Avro ${JSON.stringify(type)}`, () => {
    assert.equal(json(avro.read(avroFile(record(type), block))), `[{"a":${expected}}]`);
  });
}

test('reads an Avro file with a line break behind its end, and names codecs that it lacks', () => {
  assert.equal(json(avro.read(avroFile(record('int'), [2], { end: '\n' }))), '[{"a":1}]');
  assert.throws(() => avro.read(avroFile(record('int'), [2], { end: 'x' })));
  for (const codec of ['bzip2', 'xz'])
    assert.throws(() => avro.read(avroFile(record('int'), [2], { codec })), isFeature(`avro codec ${codec}`));
});

test('refuses an Avro value that is no symbol of its enum', () => {
  const symbols = { type: 'enum', name: 'e', symbols: ['x'] };
  assert.throws(() => avro.read(avroFile(record(symbols), [4])), InvalidData);
});

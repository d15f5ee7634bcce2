import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { snappyCompress } from 'hysnappy';
import { snappyReader } from '../columnar/avro.ts';
import { AvroWriter } from '../columnar/avro-write.ts';
import { codecOf } from '../arbitraries.ts';
import { fileCodecs } from '../codecs.ts';
import { readJson, writeJson } from '../text/json.ts';
import { readLz4 } from '../columnar/lz4.ts';
import type { Value } from './value.ts';

/** Extreme values of every column type, and values that fit no column type. */
const rows = `[
  {"id": -9223372036854775808, "größe": 0.1, "exact": 12345678901234567890.25, "day": "0001-01-01", "at": "2024-02-29T07:30:00.123456Z",
   "clock": "1969-12-31T23:59:59", "yes": true, "no day": "2024-02-30", "long": "12345678901234567890123456789012345678901", "text": "東京 🚢 'x' \\"y\\" \\\\ \\u0001"},
  {"id": 9223372036854775807, "größe": 1e300, "exact": -0.01, "day": "9999-12-31", "at": "1900-01-01T00:00:00Z",
   "clock": "2024-02-29T07:30:00", "yes": false, "no day": "2024-02-29", "long": "1", "text": ""},
  {"id": null, "größe": null, "exact": null, "day": null, "at": null, "clock": null, "yes": null, "no day": null, "long": null, "text": null}
]`;

const nested = `[
  {"list": [1, null, 3], "deep": [[true], []], "record": {"a": {"b": ["x"]}, "when": "2024-02-29"}},
  {"list": [], "deep": null, "record": {"a": null, "when": null}}
]`;

async function inFolder<Result>(use: (dir: string) => Promise<Result>): Promise<Result> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-tables-'));
  return use(dir).finally(() => rm(dir, { recursive: true, force: true }));
}

async function writtenAndRead(ext: string, value: Value): Promise<Value> {
  const fileCodec = await fileCodecs[ext]?.();
  if (!fileCodec) {
    const codec = await codecOf(ext);
    return codec.read(Buffer.from(codec.write(value, {})));
  }
  return inFolder(async (dir) => {
    const file = path.join(dir, `table.${ext}`);
    await fileCodec.writeTo(file, value);
    return fileCodec.readFrom(file);
  });
}

const shown = (value: Value) => writeJson(value, { indent: 0 }).replaceAll('1e+300', '1e300');

for (const ext of ['parquet', 'arrow', 'avro', 'sqlite']) {
  test(`restores every value of a table that was written as ${ext}`, async () => {
    const value = readJson(rows);
    // SQLite has no decimal type, so decimals are stored as text.
    const due = ext === 'sqlite' ? rows.replace(/("exact": )(-?[\d.]+)/g, '$1"$2"') : rows;
    assert.equal(shown(await writtenAndRead(ext, value)), shown(readJson(due)));
  });

  test(`restores the columns of a table without rows that was written as ${ext}`, async () => {
    const csv = await codecOf('csv');
    const read = await writtenAndRead(ext, csv.read(Buffer.from('id,name\n')));
    assert.equal(String(csv.write(read, {})), 'id,name\n');
  });
}

for (const ext of ['parquet', 'arrow', 'avro']) {
  test(`restores nested lists and records that were written as ${ext}`, async () => {
    assert.equal(shown(await writtenAndRead(ext, readJson(nested))), shown(readJson(nested)));
  });
}

test('stores several named tables in an SQLite database, including an empty table', async () => {
  const csv = await codecOf('csv');
  const tables: Value = new Map([
    ['Two "quoted"', readJson('[{"a": 1}, {"a": 2}]')],
    ['empty', csv.read(Buffer.from('b\n'))],
  ]);
  assert.equal(
    shown(await writtenAndRead('sqlite', tables)),
    '{"Two \\"quoted\\"":[{"a":1},{"a":2}],"empty":[]}',
  );
});

test('infers the type of a column with more numbers than a function call can have arguments', async () => {
  const many = Array.from({ length: 200_000 }, () => '{"n":12345678901234567890.5}').join('\n');
  const ndjson = await codecOf('ndjson');
  const avro = await codecOf('avro');
  const read = avro.read(Buffer.from(avro.write(ndjson.read(Buffer.from(many)), {})));
  assert.equal(String(ndjson.write(read, {})).trimEnd(), many);
});

const packed = 'Wikipedia is a free, web-based, collaborative, multilingual encyclopedia project. '.repeat(
  3000,
);

test('decompresses files that the lz4 tool compressed', async () => {
  await inFolder(async (dir) => {
    const file = path.join(dir, 'text');
    await writeFile(file, packed);
    for (const flags of [['-1'], ['-9', '-BD', '-B4'], ['-BX', '--content-size', '--no-frame-crc']]) {
      const frame = execFileSync('/usr/bin/lz4', [...flags, '-c', file]);
      assert.equal(readLz4(frame, packed.length).toString(), packed, flags.join(' '));
      assert.throws(() => readLz4(frame, packed.length - 1));
      assert.throws(() => readLz4(frame.subarray(0, frame.length - 20), packed.length));
    }
  });
});

test('decompresses Snappy blocks with literals and overlapping copies', () => {
  const block = Buffer.from([12, 2 << 2, 0x61, 0x62, 0x63, ((5 - 4) << 2) | 1, 3, ((4 - 1) << 2) | 2, 3, 0]);
  assert.equal(Buffer.from(snappyReader(12)(block)).toString(), 'abcabcabcabc');
  assert.throws(() => snappyReader(11)(block));
  assert.throws(() => snappyReader(12)(block.subarray(0, 8)));
  assert.throws(() => snappyReader(12)(Buffer.from([4, 1, 9])));
  assert.throws(() => snappyReader(12)(Buffer.alloc(0)));
});

test('quickly refuses a Snappy block that falsely declares half a gigabyte', () => {
  const began = process.cpuUsage();
  assert.throws(() => snappyReader(2 ** 29)(Buffer.from([0x80, 0x80, 0x80, 0x80, 2, 0, 0x61])));
  const { user } = process.cpuUsage(began);
  assert.ok(user < 2e6, `${user / 1e6} s of processor time`);
});

/** Returns an Avro file of integers in one block, compressed with Snappy. */
function snappyAvro(ids: readonly bigint[], damage = 0): Buffer {
  const records = new AvroWriter();
  for (const id of ids) records.long(id);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((crc32(records.written()) ^ damage) >>> 0);
  const packed = Buffer.concat([snappyCompress(records.written()), sum]);
  const file = new AvroWriter();
  file.header([
    ['avro.codec', 'snappy'],
    ['avro.schema', '{"type":"record","name":"Row","fields":[{"name":"id","type":"long"}]}'],
  ]);
  const sizes = new AvroWriter();
  sizes.long(BigInt(ids.length));
  sizes.long(BigInt(packed.length));
  const marker = Buffer.alloc(16);
  return Buffer.concat([Buffer.from('Obj\x01'), file.written(), marker, sizes.written(), packed, marker]);
}

test('verifies the checksum of a Snappy block in an Avro file', async () => {
  const avro = await codecOf('avro');
  const ids = Array.from({ length: 5000 }, (_, n) => BigInt(n % 10));
  assert.equal(shown(avro.read(snappyAvro(ids))), JSON.stringify(ids.map((id) => ({ id: Number(id) }))));
  assert.throws(() => avro.read(snappyAvro(ids, 1)), /checksum/);
});

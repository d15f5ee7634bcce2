/**
 * Tests that the readers quickly refuse data that is slow to read or expands too much, and that they read large valid
 * data.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { codecOf } from './arbitraries.ts';
import { fileCodec as parquet } from './columnar/parquet.ts';
import { InvalidData, isList, isMap, maxDigits, Numeral, type Value } from './values/value.ts';

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('');
const bignum = (tag: number, length: number) => {
  const head = Buffer.from([tag, 0x5a, 0, 0, 0, 0]);
  head.writeUInt32BE(length, 2);
  return Buffer.concat([head, Buffer.alloc(length, 0x7f)]);
};
const long = '7'.repeat(2_000_000);

const refused: readonly [what: string, ext: string, source: string | Buffer][] = [
  ['a bignum of 2 MB', 'cbor', bignum(0xc2, 2_000_000)],
  ['a negative bignum of 2 MB', 'cbor', bignum(0xc3, 2_000_000)],
  ['an integer of 2 million hexadecimal digits', 'json5', `[0x${long}]`],
  ['an integer of 2 million hexadecimal digits', 'yaml', `a: 0x${long}\n`],
  ['an integer of 2 million octal digits', 'yaml', `a: 0o${long}\n`],
  ['an integer of 2 million digits', 'toml', `a = ${long}\n`],
  ['an integer of 2 million hexadecimal digits', 'toml', `a = [ 0x${long} ]\n`],
  ['an integer of 2 million digits', 'plist', `<plist version="1.0"><integer>${long}</integer></plist>`],
  ['200,000 anchors and aliases', 'yaml', lines(100_000, (n) => `- &a${n} x\n- *a${n}\n`)],
  [
    '5000 aliases of a list with 2000 items',
    'yaml',
    `a: &a [${'x,'.repeat(2000)}]\nb:\n${'- *a\n'.repeat(5000)}`,
  ],
  [
    'a map with 2000 keys that is merged into 5000 maps',
    'yaml',
    `a: &a {${lines(2000, (n) => `k${n}: x, `)}}\n${lines(5000, (n) => `m${n}: {<<: *a}\n`)}`,
  ],
  [
    '1200 maps that each merge the map before',
    'yaml',
    `a0: &a0 {x: 1}\n${lines(1200, (n) => `a${n + 1}: &a${n + 1} {<<: *a${n}, ${lines(50, (k) => `k${n}-${k}: x, `)}}\n`)}`,
  ],
];

for (const [what, ext, source] of refused) {
  test(`quickly refuses ${what} in ${ext}`, async () => {
    const codec = await codecOf(ext);
    const began = process.cpuUsage();
    assert.throws(() => codec.read(Buffer.from(source as string), {}), InvalidData);
    const { user } = process.cpuUsage(began);
    assert.ok(user < 5e6, `${user / 1e6} s of processor time`);
  });
}

test('refuses to write an integer with too many digits as a CBOR bignum', async () => {
  const codec = await codecOf('cbor');
  assert.throws(() => codec.write([new Numeral('7'.repeat(maxDigits + 1))], {}), InvalidData);
});

test('writes and reads a CBOR integer with 4932 digits, the size of a large cryptographic key', async () => {
  const digits = '7'.repeat(4932);
  assert.deepEqual(
    (await codecOf('cbor')).read(
      Buffer.from((await codecOf('cbor')).write([new Numeral(digits)], {}) as Uint8Array),
      {},
    ),
    [new Numeral(digits)],
  );
});

test('reads a YAML map with many keys in linear time', async () => {
  const codec = await codecOf('yaml');
  const began = process.cpuUsage();
  const value = codec.read(Buffer.from(lines(40_000, (n) => `key-${n}: x\n`)), {});
  assert.equal(isMap(value) && value.size, 40_000);
  const { user } = process.cpuUsage(began);
  assert.ok(user < 10e6, `${user / 1e6} s of processor time`);
});

test('reads a YAML file with thousands of aliases', async () => {
  const codec = await codecOf('yaml');
  const value = codec.read(Buffer.from(`- &a {x: 1, y: [1, 2]}\n${'- *a\n'.repeat(5000)}`), {});
  assert.equal(isList(value) && value.length, 5001);
});

test('does not count stars and ampersands in YAML strings as aliases', async () => {
  const codec = await codecOf('yaml');
  const value = codec.read(Buffer.from(`a: |\n${'  * x & y *z\n'.repeat(15_000)}`), {});
  assert.equal(isMap(value) && value.size, 1);
});

for (const source of ['a: 1\na: 2\n', '{a: 1, "a": 2}', 'x:\n  - b: 1\n    b: 2\n']) {
  test(`refuses a repeated key in YAML: ${JSON.stringify(source)}`, async () => {
    const codec = await codecOf('yaml');
    assert.throws(() => codec.read(Buffer.from(source), {}), InvalidData);
  });
}

/** Writes the content to a temporary file and reads this file as Parquet. */
async function readParquet(content: ArrayBuffer): Promise<unknown> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-parquet-'));
  try {
    const file = path.join(dir, 'a.parquet');
    await writeFile(file, Buffer.from(content));
    return await parquet.readFrom(file);
  } finally {
    await rm(dir, { recursive: true });
  }
}

const column = (count: number, of: (n: number) => string) =>
  parquetWriteBuffer({ columnData: [{ name: 'a', data: Array.from({ length: count }, (_, n) => of(n)) }] });

test('quickly refuses a small Parquet file that expands to 3 million equal values', async () => {
  const content = column(3_000_000, () => 'x'.repeat(20));
  const began = process.cpuUsage();
  await assert.rejects(readParquet(content), InvalidData);
  const { user, system } = process.cpuUsage(began);
  assert.ok(user + system < 2_000_000, `${user + system} microseconds`);
});

test('reads a small Parquet file that expands to 100,000 repetitive values', async () => {
  const rows = await readParquet(column(100_000, (n) => String(n % 2)));
  assert.ok(isList(rows as Value) && (rows as Value[]).length === 100_000);
});

for (const [ext, what, text] of [
  ['xml', 'comments before the root element', `${'<!-- c -->'.repeat(5000)}<a/>`],
  ['xml', 'comments in a document type that does not end', `<!DOCTYPE a [${'<!-- c -->'.repeat(5000)}`],
  ['yaml', 'blank lines at the beginning', `${'\n'.repeat(5000)}a: 1`],
] as const)
  test(`quickly reads or refuses ${ext} with 5000 ${what}`, async () => {
    const codec = await codecOf(ext);
    const started = performance.now();
    try {
      codec.read(Buffer.from(text));
    } catch (error) {
      assert.ok(error instanceof InvalidData);
    }
    assert.ok(performance.now() - started < 10_000);
  });

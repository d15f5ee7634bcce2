/**
 * Tests that values keep their type and digits when they are converted between data formats, and that losses are
 * reported.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codecOf } from './arbitraries.ts';
import { writeJson } from './text/json.ts';
import { forgetNotes, takeNotes } from './values/noted.ts';
import { Numeral, type Value } from './values/value.ts';

async function convert(from: string, source: string | Uint8Array, to: string) {
  const [reader, writer] = await Promise.all([codecOf(from), codecOf(to)]);
  forgetNotes();
  const value = reader.read(Buffer.from(source));
  const written = to === 'json' ? writeJson(value, { indent: 0 }) : writer.write(value, {});
  return { written: Buffer.from(written), notes: takeNotes() };
}

const json = async (from: string, source: string | Uint8Array) =>
  (await convert(from, source, 'json')).written.toString();
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

const values: readonly [from: string, source: string | Uint8Array, json: string][] = [
  [
    'toml',
    'a = 1.0\nb = 1\nc = 5e+22\nd = -0.0\ne = 1_000.50\nf = +2.5',
    '{"a":1.0,"b":1,"c":5e+22,"d":-0.0,"e":1000.50,"f":2.5}',
  ],
  ['toml', 'a = 3.14159265358979323846\nb = 1e400', '{"a":3.14159265358979323846,"b":1e400}'],
  [
    'toml',
    'a = 07:32:00.123456789\nb = 2024-02-29 07:32:00.5z\nc = 1979-05-27T00:32\nd = 2024-02-29',
    '{"a":"07:32:00.123456789","b":"2024-02-29T07:32:00.5Z","c":"1979-05-27T00:32:00","d":"2024-02-29"}',
  ],
  [
    'toml',
    '[2024-01-01]\n1.5 = "1.5" # 2.5\n"07:32:00" = [1.50, # x\n 2024-01-01, {a = 2.0}]',
    '{"2024-01-01":{"1":{"5":"1.5"},"07:32:00":[1.50,"2024-01-01",{"a":2.0}]}}',
  ],
  ['toml', 'a = \'\'\'1.5\n= 2.5\'\'\'\nb = """x"""""\nc = 1.5', '{"a":"1.5\\n= 2.5","b":"x\\"\\"","c":1.5}'],
  ['yaml', 'a: 1.0\nb: 1\nc: 1.\nd: -0.0\ne: 1.e3', '{"a":1.0,"b":1,"c":1.0,"d":-0.0,"e":1e3}'],
  ['yaml', 'a: !!set {x, y, z}\nb: 1', '{"a":{"x":null,"y":null,"z":null},"b":1}'],
  ['yaml', '!!omap\n- b: 1\n- a: 2', '[{"b":1},{"a":2}]'],
  ['yaml', 'a\n...\n# nothing\n...\n---\n...\n--- b', '["a",null,"b"]'],
  ['msgpack', hex('94 01 ca3f800000 cb3ff0000000000000 cb8000000000000000'), '[1,1.0,1.0,-0.0]'],
  ['msgpack', hex('d7ff a1dcd7c8 5a4af6a5'), '"2018-01-02T03:04:05.678901234Z"'],
  ['msgpack', hex('cfffffffffffffffff'), '18446744073709551615'],
  ['cbor', hex('84 01 f93c00 fa3f800000 fb3ff0000000000000'), '[1,1.0,1.0,1.0]'],
  ['cbor', hex('f90001'), '5.960464477539063e-8'],
  ['cbor', hex('7f 657374726561 646d696e67 ff'), '"streaming"'],
  ['cbor', hex('5f 420102 43030405 ff'), '"AQIDBAU="'],
  ['cbor', hex('c4 82 21 196ab3'), '273.15'],
  ['cbor', hex('c5 82 20 03'), '1.5'],
  ['cbor', hex('d818 45 6449455446'), '"ZElFVEY="'],
  ['cbor', hex('c2 49 010000000000000000'), '18446744073709551616'],
  ['cbor', hex('c3 49 010000000000000000'), '-18446744073709551617'],
  ['cbor', hex('c1 fb41d452d9e2000000'), '"2013-03-21T20:03:20Z"'],
  ['cbor', hex('d864 39 0d8e'), '"1960-07-01"'],
  ['cbor', hex('a1 61 6b d90101 83 01 02 03'), '{"k":[1,2,3]}'],
  ['cbor', hex('9f 01 bf 61 61 02 ff ff'), '[1,{"a":2}]'],
  ['plist', '<plist><array><real>1</real><integer>1</integer></array></plist>', '[1.0,1]'],
];

for (const [from, source, expected] of values) {
  const name = typeof source === 'string' ? JSON.stringify(source) : Buffer.from(source).toString('hex');
  test(`reads the exact type and digits of ${from} values: ${name}`, async () => {
    assert.equal(await json(from, source), expected);
  });
}

const notes: readonly [from: string, source: string | Uint8Array, to: string, note: string][] = [
  ['cbor', hex('82 f8ff d9126701'), 'json', 'tags_left_out simple(255), tag 4711'],
  ['cbor', hex('a2 0102 f503'), 'json', 'keys_as_text keys 2x'],
  ['cbor', hex('f97e00'), 'json', 'values_as_text NaN'],
  ['msgpack', hex('d40510'), 'json', 'tags_left_out extension 5'],
  ['msgpack', hex('a2c328'), 'json', 'characters_replaced invalid UTF-8'],
  ['yaml', 'a: !Ref b', 'json', 'tags_left_out !Ref'],
  ['yaml', '1: a\n? [x]\n: b', 'json', 'keys_as_text keys 2x'],
  ['json', '1e400', 'toml', 'values_as_text numbers beyond 64 bits'],
  ['json', '[1e400]', 'cbor', 'values_as_text numbers'],
  ['json', '["\\ud800"]', 'yaml', 'characters_replaced lone surrogates 2x'],
];

for (const [from, source, to, expected] of notes) {
  test(`reports what a conversion from ${from} to ${to} loses: ${expected}`, async () => {
    const converted = await convert(from, source, to);
    assert.deepEqual(
      converted.notes.map(([code, detail]) => `${code} ${detail}`),
      [expected],
    );
  });
}

const refused: readonly [from: string, source: string | Uint8Array][] = [
  ['toml', 'd = 2023-02-29'],
  ['toml', 'd = 2024-04-31T00:00:00Z'],
  ['toml', 'd = 2024-04-30T00:00:00+24:00'],
  ['toml', 'd = [25:00:00]'],
  ['toml', 'd = 24:00:00'],
  ['toml', '\uFEFF\uFEFFa = 1'],
  ['toml', 'a = 1.0.0'],
  ['toml', 'a = 01.5'],
  ['toml', 'a = 1.5 2.5'],
  ['yaml', '{ &a [a, &b b]: *b, *a : [c, *b, d]}'],
  ['yaml', '{[1]: a, [1]: b}'],
  ['yaml', '&a x: 1\n*a : 2'],
  ['yaml', '1: a\n"1": b'],
  ['cbor', hex('5f 6161 ff')],
  ['cbor', hex('ff')],
  ['cbor', hex('9b ffffffffffffffff')],
  ['cbor', hex('8201')],
  ['cbor', hex('61ff')],
  ['cbor', hex('0101')],
  ['msgpack', hex('dd ffffffff')],
  ['msgpack', hex('c1')],
  ['yaml', '%YAML 1.2\n'],
  ['yaml', '%YAML 1.2\n%YAML 1.2\n---\n'],
];

test('reads `!!float 1` and `1.` in YAML as floats, not as integers', async () => {
  assert.equal(await json('yaml', '[!!float 1, 1.]'), '[1.0,1.0]');
});

for (const [from, source] of refused) {
  const name = typeof source === 'string' ? JSON.stringify(source) : Buffer.from(source).toString('hex');
  test(`refuses invalid ${from}: ${name}`, async () => {
    await assert.rejects(json(from, source));
  });
}

for (const format of ['msgpack', 'cbor', 'bson', 'toml', 'yaml', 'plist', 'json5'] as const) {
  test(`writes and reads 1.0 as a float and 1 as an integer in ${format}`, async () => {
    const codec = await codecOf(format);
    const numbers = fc.oneof(
      fc.integer().map((n) => new Numeral(String(n))),
      fc.integer().map((n) => new Numeral(`${n}.0`)),
    );
    fc.assert(
      fc.property(numbers, (number) => {
        const value: Value = new Map([['a', number]]);
        const read = codec.read(Buffer.from(codec.write(value, {})));
        assert.equal(writeJson(read, { indent: 0 }), writeJson(value, { indent: 0 }));
      }),
      { numRuns: 100 },
    );
  });
}

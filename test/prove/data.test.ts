import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { codecs } from '../../packages/engines/codecs/data/codecs.ts';
import { format } from '@protean/formats';
import { python } from '../samples/run.ts';
import { Samples } from '../samples/samples.ts';
import { checkData, membersOf } from './oracles/data/data.ts';
import { readData } from './oracles/data/data-reading.ts';
import type { Tagged } from './oracles/data/tagged.ts';

/**
 * JSON with values that the samples lack, such as nested values, large numbers, unusual keys, null, and strings that
 * look like numbers or dates.
 */
const rich = `{
  "10": "ten before two", "2": "two", "__proto__": {"polluted": true}, "constructor": "builder",
  "big": 12345678901234567890, "bigger": -123456789012345678901234567890, "small": 0.1, "exact": 2.50,
  "tiny": 1e-7, "huge": 1.5e300, "beyond": 1e400, "minus": -9223372036854775808,
  "nothing": null, "empty": "", "yes": "yes", "no": "no", "looks": ["1", "1.0", "true", "null", "~", "2024-02-29", "12:30:45", "0x1F", "007"],
  "text": "Ærø “quoted” 東京 🚢 \\\\ \\" ' <&> ]]> # : - tab\\tend", "lines": "first\\n  second \\n\\nlast\\n", "spaces": "  both  ",
  "deep": {"a": {"b": [[1, [2, []]], {"c": {}}, [], {}]}}, "a.b": 1, "key with space": 2, "": 3, "ключ": 4,
  "list": [null, false, {"x": null, "y": [true]}]
}`;

const { codec: json } = await import('../../packages/engines/codecs/data/text/json.ts');
const value = json.read(Buffer.from(rich));

/**
 * Returns the value as a format without null stores it: maps omit members that are null, and lists contain empty
 * strings instead of null.
 */
function withoutNulls(tagged: Tagged): Tagged {
  if (Array.isArray(tagged)) return tagged.map((member) => withoutNulls(member) ?? '');
  if (tagged === null || typeof tagged !== 'object' || !('map' in tagged)) return tagged;
  return {
    map: tagged.map.flatMap(([key, member]) => (member === null ? [] : [[key, withoutNulls(member)]])),
  };
}

function member(tagged: Tagged, name: string): Tagged | undefined {
  return membersOf(tagged).find(([key]) => key === name)?.[1];
}

function replaced(tagged: Tagged, changes: Readonly<Record<string, Tagged>>): Tagged {
  return {
    map: membersOf(tagged).map(([key, held]) => [
      key,
      Object.hasOwn(changes, key) ? (changes[key] ?? null) : held,
    ]),
  };
}

const sorted = (tagged: Tagged): Tagged => {
  if (Array.isArray(tagged)) return tagged.map(sorted);
  if (tagged === null || typeof tagged !== 'object' || !('map' in tagged)) return tagged;
  return {
    map: tagged.map
      .map(([key, held]): [string, Tagged] => [key, sorted(held)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
};

async function inFolder(use: (dir: string) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-data-'));
  await use(dir).finally(() => rm(dir, { recursive: true, force: true }));
}

async function written(ext: string, dir: string): Promise<Tagged> {
  const file = path.join(dir, `rich.${ext}`);
  const codec = await codecs[ext]?.();
  assert.ok(codec);
  await writeFile(file, codec.write(value, {}));
  return readData(ext, file);
}

const beyond64 = { big: '12345678901234567890', bigger: '-123456789012345678901234567890' };
const overflow = { beyond: '1e400' };

/** For each format: the values that the format cannot represent, and the values that Python reads in their place. */
const spelled: Readonly<Record<string, Readonly<Record<string, Tagged>>>> = {
  yaml: { beyond: { float: 'inf' } },
  json5: { beyond: { float: 'inf' } },
  toml: { ...beyond64, ...overflow },
  msgpack: { bigger: beyond64.bigger, ...overflow },
  cbor: overflow,
  bson: {
    big: { decimal: '12345678901234567890' },
    bigger: { decimal: '-123456789012345678901234567890' },
    beyond: { decimal: '1E+400' },
  },
  plist: { bigger: beyond64.bigger, ...overflow },
};

test('Python reads back every value that each data format can represent', async () => {
  await inFolder(async (dir) => {
    const file = path.join(dir, 'rich.json');
    await writeFile(file, rich);
    // Python reads 1e400 as infinity, although the file contains the text 1e400.
    const source = await readData('json', file);
    assert.deepEqual(await written('json', dir), source);
    for (const [ext, changes] of Object.entries(spelled)) {
      const held = format(ext).holds.includes('nulls') ? source : withoutNulls(source);
      const seen = await written(ext, dir);
      // A TOML file has plain values before nested values, so the order of members is not compared.
      const arranged = ext === 'toml' ? sorted : (tagged: Tagged) => tagged;
      assert.deepEqual(arranged(seen), arranged(replaced(held, changes)), ext);
    }
  });
});

test('every text-based data format writes numbers with all their digits', async () => {
  for (const ext of ['json', 'json5', 'ndjson', 'yaml', 'xml', 'ini', 'properties', 'csv', 'tsv']) {
    const codec = await codecs[ext]?.();
    const text = String(codec?.write(value, {}));
    for (const digits of [
      '12345678901234567890',
      '-123456789012345678901234567890',
      '2.50',
      '-9223372036854775808',
    ]) {
      assert.ok(text.includes(digits), `${digits} in ${ext}`);
    }
    assert.doesNotMatch(text, /Infinity|\.inf/, ext);
  }
});

test('TOML dates become dates in formats with date types, and text in other formats', async () => {
  await inFolder(async (dir) => {
    const toml = await codecs['toml']?.();
    const dates = toml?.read(
      Buffer.from(
        'day = 2024-02-29\nutc = 2024-02-29T07:30:00Z\nlocal = 1999-12-31T23:59:59.250\nzoned = 2024-01-01 00:00:00+02:00',
      ),
    );
    const texts = {
      day: '2024-02-29',
      utc: '2024-02-29T07:30:00Z',
      local: '1999-12-31T23:59:59.25',
      zoned: '2024-01-01T00:00:00+02:00',
    };
    const typed: Readonly<Record<string, readonly string[]>> = {
      json: [],
      toml: ['day', 'utc', 'local', 'zoned'],
      yaml: ['day', 'utc', 'local', 'zoned'],
      plist: ['utc'],
      msgpack: ['utc'],
      cbor: ['utc', 'zoned'],
      bson: ['utc'],
    };
    for (const [ext, kinds] of Object.entries(typed)) {
      const codec = await codecs[ext]?.();
      const file = path.join(dir, `dates.${ext}`);
      await writeFile(file, codec?.write(dates ?? null, {}) ?? '');
      const seen = await readData(ext, file);
      for (const [name, text] of Object.entries(texts)) {
        const read = member(seen, name);
        const isTyped = typeof read === 'object' && read !== null && 'moment' in read;
        assert.equal(isTyped, kinds.includes(name), `${name} in ${ext} is a date`);
        const shown = isTyped ? read.moment : read;
        assert.equal(new Date(shown as string).getTime(), new Date(text).getTime(), `${name} in ${ext}`);
      }
    }
  });
});

test('checkData rejects results with wrong or missing values or with wrong types', async () => {
  await inFolder(async (dir) => {
    const samples = new Samples(dir);
    const claim = { source: format('yaml'), target: format('json'), writer: 'data', loses: [] };
    const good = await readFile(await samples.get('json'), 'utf8');
    const check = async (text: string) => {
      const file = path.join(dir, 'result.json');
      await writeFile(file, text);
      await checkData([file], claim);
    };
    await check(good);
    const wrong = [
      good.replace('12.5', '12.50000001'),
      good.replace('12.5', '"12.5"'),
      good.replace('true', '"true"'),
      good.replace('null', '""'),
      good.replace('\\u017d', 'Z'),
      good.replace('semi;colon', 'semi'),
      good.replace(/"id": 3/, '"id": 3, "id": 3'),
      good.replace(/\{[^{}]*\},/, ''),
      good.slice(0, -10),
      '{}',
      '[]',
      'null',
    ];
    for (const text of wrong) {
      assert.notEqual(text, good);
      await assert.rejects(check(text), text);
    }
  });
});

const pythonWrites: Readonly<Record<string, string>> = {
  yaml: 'yaml.safe_dump(value, allow_unicode=True, sort_keys=False).encode()',
  plist: 'plistlib.dumps(value, fmt=plistlib.FMT_BINARY, sort_keys=False)',
  msgpack: 'msgpack.packb(value, datetime=True)',
  cbor: 'cbor2.dumps(value)',
  bson: "bson.encode({**value, '2': [bson.Decimal128(str(2**64 - 1)) if n == 2**64 - 1 else n for n in value['2']]})",
};

test('reads all values from YAML, plist, MessagePack, CBOR and BSON files written by Python', async () => {
  const program = (expression: string) => `
import bson, cbor2, datetime, msgpack, plistlib, sys, yaml
def value_for(ext):
    value = {'10': 'ten', '2': [1, -1, 0.5, 1e300, 2**40, -2**63, 2**64 - 1], '__proto__': {}, 'e': '', 'ключ': '🚢 é',
        'long': 'x' * 300, 'many': list(range(300)), 'bytes': bytes(range(256)), 'yes': True, 'no': False,
        'day': datetime.datetime(2024, 2, 29, 7, 30, tzinfo=datetime.timezone.utc)}
    if ext == 'plist':
        value['day'] = value['day'].replace(tzinfo=None)
    else:
        value['none'] = None
    if ext in ('yaml', 'cbor'):
        value['big'] = [10**30, -10**30]
    return value
value = value_for(sys.argv[1])
sys.stdout.buffer.write(${expression})
`;
  const many = Array.from({ length: 300 }, (_, n) => n);
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => n)).toString('base64');
  for (const [ext, expression] of Object.entries(pythonWrites)) {
    const { stdout } = await python(program(expression), [ext]);
    const codec = await codecs[ext]?.();
    const seen = String(json.write(codec?.read(stdout) ?? null, { indent: 0 })).replace(
      /1(?:\.0)?e\+300/,
      '1e300',
    );
    const expected = [
      '"10":"ten","2":[1,-1,0.5,1e300,1099511627776,-9223372036854775808,18446744073709551615],"__proto__":{},"e":"","ключ":"🚢 é"',
      `"long":"${'x'.repeat(300)}","many":${JSON.stringify(many)},"bytes":"${bytes}","yes":true,"no":false,"day":"2024-02-29T07:30:00${ext === 'yaml' ? '+00:00' : 'Z'}"`,
      ...(ext === 'plist' ? [] : ['"none":null']),
      ...(['yaml', 'cbor'].includes(ext)
        ? ['"big":[1000000000000000000000000000000,-1000000000000000000000000000000]']
        : []),
    ];
    assert.equal(seen, `{${expected.join(',')}}\n`, ext);
  }
});

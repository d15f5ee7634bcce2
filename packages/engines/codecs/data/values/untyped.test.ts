import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText, anyValue, codecOf, isWellFormed, shown, writtenAndRead } from '../arbitraries.ts';
import type { Codec } from '../codec.ts';
import { flattened } from './flatten.ts';
import { nameColumns, tableOf } from './table.ts';
import { plainValue, textOf } from './untyped.ts';
import { typedByPath } from '../text/xml.ts';
import {
  InvalidData,
  isList,
  isMap,
  isNested,
  Moment,
  Numeral,
  rootMap,
  type Scalar,
  type Value,
  type ValueMap,
} from './value.ts';

/**
 * `plain` returns the value that a format without types is expected to restore. `kept` returns the expected value for
 * formats in which quotes mark strings that look like numbers.
 */
const plain = (value: Value) => plainValue(textOf(value));
const kept = (value: Scalar): Scalar =>
  typeof value === 'string' || value instanceof Uint8Array ? textOf(value) : plain(value);

/**
 * Returns the value after it was written and read back. Skips the test case if the value does not fit the format of the
 * codec.
 */
function fitting(codec: Codec, value: Value): Value {
  try {
    return writtenAndRead(codec, value);
  } catch (error) {
    if (!(error instanceof InvalidData)) throw error;
    return fc.pre(false) as never;
  }
}

function xmlContent(value: Value): Value {
  if (isList(value)) return xmlContent(new Map([['item', value]]));
  if (!isMap(value)) return textOf(value);
  const members = [...value].flatMap(([key, member]): [string, Value][] => {
    if (!isNested(member) && key === '#text' && textOf(member) === '') return [];
    if (!isList(member)) return [[key, xmlContent(member)]];
    const [only, ...more] = member.map(xmlContent);
    return only === undefined ? [] : [[key, more.length > 0 ? [only, ...more] : only]];
  });
  const [first] = members;
  if (!first) return '';
  return members.length === 1 && first[0] === '#text' && !isNested(value.get('#text'))
    ? first[1]
    : new Map(members);
}

test('the xml codec reads back the parts of a written value that XML can represent', async () => {
  const xml = await codecOf('xml');
  fc.assert(
    fc.property(anyValue.filter(isWellFormed), (value) => {
      // If a member called #text or @x is a list of one scalar, the scalar is read back as text or as an attribute.
      const read = writtenAndRead(
        xml,
        new Map([
          ['a', value],
          ['b', null],
        ]),
      );
      const expected = xmlContent(
        new Map([
          ['a', value],
          ['b', null],
        ]),
      );
      assert.deepEqual(shown(read, false), shown(typedByPath(new Map([['root', expected]])), false));
    }),
    { numRuns: 200 },
  );
});

test('the xml codec reads back names that are empty or end with NUL characters', async () => {
  const xml = await codecOf('xml');
  for (const name of ['', '\0', '\0\0', 'a\0'])
    assert.deepEqual(writtenAndRead(xml, new Map([[name, 'x']])), new Map([[name, 'x']]));
});

test('if one number at an XML path has leading zeros, reads all numbers at this path as strings', async () => {
  const [xml, json] = [await codecOf('xml'), await codecOf('json')];
  const rows = '<r><a id="1"><n>007</n><m>7</m></a><a id="2"><n>12</n><m>8</m></a><b>12</b><b/></r>';
  const written = json.write(xml.read(Buffer.from(rows), {}), { indent: 0 });
  assert.deepEqual(JSON.parse(written.toString()), {
    r: {
      a: [
        { '@id': 1, n: '007', m: 7 },
        { '@id': 2, n: '12', m: 8 },
      ],
      b: [12, ''],
    },
  });
});

function sectioned(value: Value, key = ''): Value {
  if (isList(value) && value.length > 0 && value.every(isMap))
    return value.map((member) => sectioned(member));
  if (isMap(value)) {
    const members = new Map([...value].map(([name, member]) => [name, sectioned(member, name)]));
    const numbered = [...value].every(([name, member], n) => name === String(n) && isSection(member));
    return numbered && value.size > 0 ? [...members.values()] : members;
  }
  if (
    isList(value) &&
    value.length > 0 &&
    !value.some(isNested) &&
    /^[^\s="':;#[\]\\]([^="':[\]\r\n\\]*[^\s="':[\]\\])?$/.test(key)
  ) {
    return value.flatMap((member) => (isNested(member) ? [] : [kept(member)]));
  }
  return isNested(value) ? textOf(value) : kept(value);
}

const isSection = (value: Value) => isMap(value) || (isList(value) && value.length > 0 && value.every(isMap));

test('the ini codec reads back the sections, lists and strings that it wrote', async () => {
  const ini = await codecOf('ini');
  fc.assert(
    fc.property(anyValue.filter(isWellFormed), (value) => {
      const root = rootMap(value);
      assert.deepEqual(shown(fitting(ini, root), false), shown(sectioned(root), false));
    }),
    { numRuns: 200 },
  );
});

function withTexts(value: Value): Value {
  if (isMap(value) && value.size > 0)
    return new Map([...value].map(([key, member]) => [key, withTexts(member)]));
  return isList(value) && value.length > 0 ? value.map(withTexts) : plain(value);
}

const isPath = (value: Value): boolean =>
  isMap(value)
    ? [...value].every(([key, member]) => /^[^.[\]]+$/.test(key) && isPath(member))
    : !isList(value) || value.every(isPath);

test('the properties codec reads back a nested map if no name in the map contains a dot or bracket', async () => {
  const properties = await codecOf('properties');
  fc.assert(
    fc.property(anyValue.filter(isWellFormed).map(rootMap), (value) => {
      fc.pre(isPath(value) && value.size > 0);
      assert.deepEqual(shown(writtenAndRead(properties, value)), shown(withTexts(value)));
    }),
    { numRuns: 200 },
  );
});

test('the properties codec writes back the same keys that it has read', async () => {
  const properties = await codecOf('properties');
  const name = fc.oneof(
    anyText,
    fc
      .array(fc.constantFrom('a', 'b', '.', '.', '[0]', '[1]', '[', ']'), { maxLength: 6 })
      .map((parts) => parts.join('')),
  );
  const linesOf = (value: Value) => String(properties.write(value, {})).split('\n').filter(Boolean).sort();
  fc.assert(
    fc.property(
      fc.dictionary(
        name.filter((key) => key.isWellFormed()),
        fc.constant('x'),
        { noNullPrototype: true },
      ),
      (flat) => {
        const text = Object.entries(flat).map(([key]) => linesOf(new Map([[key, 'x']]))[0]);
        assert.deepEqual(linesOf(properties.read(Buffer.from(text.join('\n')))), text.sort());
      },
    ),
    { numRuns: 200 },
  );
});

for (const ext of ['csv', 'tsv']) {
  test(`the ${ext} codec reads back the cells of a written table, including strings that look like numbers`, async () => {
    const codec = await codecOf(ext);
    fc.assert(
      fc.property(anyValue.filter(isWellFormed), (value) => {
        const { columns, records } = flattened(tableOf(value));
        fc.pre(columns.some((column) => !/[",;|\t\r\n]|^\s|\s$|^sep=/.test(column) && column !== ''));
        fc.pre(!JSON.stringify([columns, textOf(value)]).includes('\\u0000'));
        const names = nameColumns(columns, 0);
        const expected = records.map(
          (record): ValueMap =>
            new Map(columns.map((column, n) => [names[n] ?? '', cellBack(record.get(column))])),
        );
        assert.deepEqual(shown(writtenAndRead(codec, value)), shown(expected));
      }),
      { numRuns: 200 },
    );
  });
}

function cellBack(cell: Value | undefined): Value {
  if (cell === undefined || cell === null) return null;
  return isNested(cell)
    ? textOf(cell)
    : cell instanceof Moment || cell instanceof Numeral
      ? plain(cell)
      : kept(cell);
}

test('reads an untyped value as a number or boolean only if the value is unambiguous', () => {
  for (const text of [
    '0',
    '-1',
    '12.50',
    '1048576',
    'true',
    'false',
    '1e-7',
    '1.5e+300',
    '123456789012345',
  ]) {
    assert.notEqual(typeof plainValue(text), 'string', text);
  }
  for (const text of [
    '',
    '007',
    '+49',
    '1,5',
    '1e5',
    '12E4',
    '1234567890123456',
    '.5',
    '5.',
    '0x1F',
    'True',
    'NaN',
    '2024-01-01',
    ' 1',
    '1 000',
    '-',
  ]) {
    assert.equal(plainValue(text), text);
  }
  assert.deepEqual(plainValue('1.10'), new Numeral('1.10'));
});

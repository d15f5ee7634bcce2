/** Tests the detection of the delimiter, encoding and column types of a plain text table. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { pythonEnv } from '../../../../test/support/python.ts';
import { codecOf } from '../../codecs/data/arbitraries.ts';
import { writeJson } from '../../codecs/data/text/json.ts';
import { plainValue } from '../../codecs/data/values/untyped.ts';

interface Found {
  delimiter: string;
  texts: number[];
  comma: boolean;
  size: [number, number];
  text: string;
}

function analyse(data: Buffer | string): Found {
  const program = `
import json, sys
from engines.shared.text.plain_text import Columns, decode, delimiter_of
text = decode(sys.stdin.buffer.read())
delimiter = delimiter_of(text)
columns = Columns(text, delimiter)
print(json.dumps(dict(delimiter=delimiter, texts=sorted(columns.texts), comma=columns.decimal_comma,
    size=[columns.height, columns.width], text=text)))
`;
  const ran = spawnSync('/usr/bin/python3', ['-c', program], {
    input: data,
    env: pythonEnv,
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout) as Found;
}

test('prefers the delimiter that gives every row the same number of cells', () => {
  assert.equal(analyse('name;remark\na;"one, two, three"\nb;four, five\n').delimiter, ';');
  assert.equal(analyse('a\tb\n1,5\t2,5\n').delimiter, '\t');
  assert.equal(analyse('a|b|c\n1|2|3\n').delimiter, '|');
  assert.equal(analyse('sep=;\na,b;c\n').delimiter, ';');
  assert.equal(analyse('only one column\nand, a comma\n').delimiter, ',');
});

test('keeps quoted line breaks and delimiters inside their field', () => {
  assert.deepEqual(analyse('a,b\r\n"1\r\n2","x,y"\r\n').size, [2, 2]);
});

test('treats a column as text if a number would not keep all digits of a cell', () => {
  const { texts } = analyse(
    'zip,id,phone,price,zero\n00501,12345678901234567,+4930123,0.5,0\n10115,2,3,-12.25,0\n',
  );
  assert.deepEqual(texts, [0, 1, 2]);
});

test('the Python and the TypeScript table reader agree on which cells are numbers', () => {
  const codes = ['007', '-012', '00.5', '+4930123', '12345678901234567', '1e5', '2E10', '12e007'];
  const numbers = ['0', '8', '-3', '0.5', '-12.25', '123456789012345', '1.5e+10', '3e-7'];
  for (const text of codes) {
    assert.deepEqual(analyse(`code\n${text}\n`).texts, [0], text);
    assert.equal(plainValue(text), text);
  }
  for (const text of numbers) {
    assert.deepEqual(analyse(`number\n${text}\n`).texts, [], text);
    assert.notEqual(typeof plainValue(text), 'string', text);
  }
});

test('reads commas as decimal commas unless the table has decimal points or comma delimiters', () => {
  assert.equal(analyse('a;b\n1,5;2\n').comma, true);
  assert.equal(analyse('a;b\n1,5;2.5\n').comma, false);
  assert.equal(analyse('a,b\n"1,5",2\n').comma, false);
});

test('removes a byte order mark, and refuses text that is not UTF-8', () => {
  assert.equal(analyse('\uFEFFé\n').text, 'é\n');
  assert.throws(() => analyse(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1])), /not a text/);
  assert.throws(() => analyse(Buffer.from('caf\xe9\n', 'latin1')), /not in UTF-8/);
});

test('the Python and TypeScript table readers return the same table for every delimiter', async () => {
  const csv = await codecOf('csv');
  const expected = [
    { name: 'Café', note: 'a, b; c | d', price: '€ 5' },
    { name: 'Bär', note: 'two\nlines', price: 'none' },
  ];
  for (const delimiter of [',', ';', '\t', '|']) {
    const rows = [Object.keys(expected[0] ?? {}), ...expected.map((record) => Object.values(record))];
    const quoted = (cell: string) => (/[,;|\t\n]/.test(cell) ? `"${cell}"` : cell);
    const text = rows.map((row) => `${row.map(quoted).join(delimiter)}\r\n`).join('');
    for (const [mark, what] of [
      ['', JSON.stringify(delimiter)],
      ['\uFEFF', `${JSON.stringify(delimiter)} after a byte order mark`],
    ] as const) {
      const bytes = Buffer.from(mark + text);
      assert.deepEqual(JSON.parse(writeJson(csv.read(bytes), { indent: 0 })), expected, what);
      const found = analyse(bytes);
      assert.equal(found.delimiter, delimiter, what);
      assert.equal(found.text, text, what);
      assert.deepEqual(found.size, [3, 3], what);
    }
  }
});

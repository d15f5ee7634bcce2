/** What is found out about a table in plain text before a spreadsheet program sees it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { pythonEnv } from '../../../test/support/python.ts';
import { codecOf } from '../data/arbitraries.ts';
import { writeJson } from '../data/json.ts';
import { plainValue } from '../data/untyped.ts';

interface Found {
  delimiter: string;
  texts: number[];
  comma: boolean;
  size: [number, number];
  text: string;
}

function look(data: Buffer | string): Found {
  const program = `
import json, sys
from engines.runtime.plain_text import Columns, decode, delimiter_of
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

test('the delimiter is the one that makes even rows, not the most frequent one', () => {
  assert.equal(look('name;remark\na;"one, two, three"\nb;four, five\n').delimiter, ';');
  assert.equal(look('a\tb\n1,5\t2,5\n').delimiter, '\t');
  assert.equal(look('a|b|c\n1|2|3\n').delimiter, '|');
  assert.equal(look('sep=;\na,b;c\n').delimiter, ';');
  assert.equal(look('only one column\nand, a comma\n').delimiter, ',');
});

test('quoted line ends and delimiters stay inside their field', () => {
  assert.deepEqual(look('a,b\r\n"1\r\n2","x,y"\r\n').size, [2, 2]);
});

test('columns whose digits would not survive as numbers are texts', () => {
  const { texts } = look(
    'zip,id,phone,price,zero\n00501,12345678901234567,+4930123,0.5,0\n10115,2,3,-12.25,0\n',
  );
  assert.deepEqual(texts, [0, 1, 2]);
});

test('both readers of tables agree on which digits are no numbers', () => {
  const codes = ['007', '-012', '00.5', '+4930123', '12345678901234567', '1e5', '2E10', '12e007'];
  const numbers = ['0', '8', '-3', '0.5', '-12.25', '123456789012345', '1.5e+10', '3e-7'];
  for (const text of codes) {
    assert.deepEqual(look(`code\n${text}\n`).texts, [0], text);
    assert.equal(plainValue(text), text);
  }
  for (const text of numbers) {
    assert.deepEqual(look(`number\n${text}\n`).texts, [], text);
    assert.notEqual(typeof plainValue(text), 'string', text);
  }
});

test('a decimal comma is one only where commas do not delimit and points do not stand for it', () => {
  assert.equal(look('a;b\n1,5;2\n').comma, true);
  assert.equal(look('a;b\n1,5;2.5\n').comma, false);
  assert.equal(look('a,b\n"1,5",2\n').comma, false);
});

test('text is read in the encoding it is in', () => {
  assert.equal(look(Buffer.from('\uFEFFé;1\n', 'utf16le')).text, 'é;1\n');
  assert.equal(look(Buffer.from('caf\xe9\n', 'latin1')).text, 'café\n');
  assert.equal(look('\uFEFFé\n').text, 'é\n');
  assert.throws(() => look(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1])), /zero bytes/);
});

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

/** How people save a table, by what they would call it. */
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16, big end first': (text) => swapped(`\uFEFF${text}`),
  'UTF-16 without a mark': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16 without a mark, big end first': swapped,
  'Windows-1252': (text) => Buffer.from(text.replace('€', '\x80'), 'latin1'),
};

test('every delimiter in every encoding gives the same table to both readers of tables', async () => {
  const csv = await codecOf('csv');
  const due = [
    { name: 'Café', note: 'a, b; c | d', price: '€ 5' },
    { name: 'Bär', note: 'two\nlines', price: 'none' },
  ];
  for (const delimiter of [',', ';', '\t', '|']) {
    const rows = [Object.keys(due[0] ?? {}), ...due.map((record) => Object.values(record))];
    const quoted = (cell: string) => (/[,;|\t\n]/.test(cell) ? `"${cell}"` : cell);
    const text = rows.map((row) => `${row.map(quoted).join(delimiter)}\r\n`).join('');
    for (const [name, encode] of Object.entries(encodings)) {
      const what = `${JSON.stringify(delimiter)} in ${name}`;
      assert.deepEqual(JSON.parse(writeJson(csv.read(encode(text)), { indent: 0 })), due, what);
      const found = look(encode(text));
      assert.equal(found.delimiter, delimiter, what);
      assert.equal(found.text, text, what);
      assert.deepEqual(found.size, [3, 3], what);
    }
  }
});

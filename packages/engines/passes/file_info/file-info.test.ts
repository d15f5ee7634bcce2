/** Tests that reader output is parsed safely, and that readers count the contents of small files correctly. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { pythonEnv } from '../../../../test/support/python.ts';
import { fileInfoIn } from './file-info.ts';

test('drops unknown fields and values of the wrong type from the output of a reader', () => {
  const facts = {
    ...{ pages: 3, words: -1, rows: 1.5, sheets: '2', seconds: 1.5, alpha: 'no', hinted: true },
    ...{ profile: 'a\u0000b', fonts: ['A', 4], secret: 1, __proto__: 1, toString: 1 },
  };
  assert.deepEqual(fileInfoIn(JSON.stringify({ facts })), {
    facts: { pages: 3, seconds: 1.5, hinted: true, profile: 'a b', fonts: ['A'] },
  });
  assert.deepEqual(fileInfoIn('{"facts":{"pages":'), { facts: {}, unread: 'not JSON' });
  assert.deepEqual(fileInfoIn('7').facts, {});
});

/** Returns the values of Python expressions, evaluated with the reader modules imported. */
function evaluated(...expressions: string[]): unknown[] {
  const program = `
import json, struct, sys
sys.dont_write_bytecode = True
from engines.passes.file_info import archives, compound, data, icc, pages, pdf, sheets, words
def outcome_of(function, *arguments):
    try: return function(*arguments)
    except Exception as reason: return str(reason)
print(json.dumps([eval(expression) for expression in json.load(sys.stdin)]))`;
  const input = JSON.stringify(expressions);
  const output = execFileSync('/usr/bin/python3', ['-c', program], {
    input,
    encoding: 'utf8',
    env: pythonEnv,
  });
  return JSON.parse(output) as unknown[];
}

test('counts each character as a word in scripts without spaces between words', () => {
  assert.deepEqual(
    evaluated('words.words_in("one, two - 3")', 'words.words_in("\\u65e5\\u672c a")', 'words.words_in(" ")'),
    [3, 3, 0],
  );
});

test('counts records, keys and nesting levels of data, without expanding YAML aliases', () => {
  assert.deepEqual(
    evaluated(
      'data.of_value([{"a": None}, {"b": 1}])',
      'data.of_value({"a": {"b": [1]}})',
      'data.of_yaml("- {a: &x [1, 2]}\\n- {a: *x}\\n")',
      'data.of_yaml("a: 1\\n---\\nb: 2\\n")',
    ),
    [
      { records: 2, keys: 2, depth: 1, nulls: 1 },
      { records: 1, keys: 2, depth: 3, nulls: 0 },
      { records: 2, keys: 2, depth: 2 },
      {},
    ],
  );
});

test('counts only CSV rows and columns that contain a value', () => {
  assert.deepEqual(evaluated('sheets.delimited("a;b;\\n;;\\n\\n\\"x;\\ny\\";1;\\n", ",;\\t|")'), [
    { sheets: 1, rows: 2, columns: 2 },
  ]);
});

test('counts archive folders that occur only in file paths', () => {
  assert.deepEqual(
    evaluated('archives.counted(iter([("a/b/c.txt", 3), ("a/", 0), ("./d.txt", 4), ("e/", 0)]))'),
    [{ files: 2, folders: 3, bytes: 7 }],
  );
});

test('ignores headings and links in Markdown code and front matter', () => {
  const text = [
    ...['---', 'title: x', '---', '# One', '', 'Two', '---', '', '```', '# no', '[a](http://no)', '```', ''],
    ...['`[a](http://no)` [b](http://yes) ![p](p.png)', '', '| a | b |', '|---|---|', '| 1 | 2 |', ''],
  ].join('\\n');
  assert.deepEqual(evaluated(`pages.markdown("${text}")`), [
    { words: 13, headings: 2, tables: 1, links: 1, pictures: 1, footnotes: 0 },
  ]);
});

test('ignores hidden text, empty headings and CSS background pictures in HTML', () => {
  assert.deepEqual(
    evaluated(
      'pages.page_of("<head><title>no</title></head><body><h1>a <b>b</b>c</h1><h2></h2><script>no</script><a href=\\"#x\\">d</a>")',
      'pages.page_of("<body style=\\"background: url(x)\\"><ul><li>a<a href=\\"https://x\\">b</a></ul><img>")',
    ),
    [
      { words: 3, headings: 1, lists: 0, tables: 0, pictures: 0 },
      { words: 1, headings: 0, lists: 1, tables: 0, links: 1, pictures: 1 },
    ],
  );
});

test('reads the description of a colour profile from a tag of type desc or mluc', () => {
  const profile = (kind: string) =>
    `icc.description(bytes(128) + (1).to_bytes(4, "big") + b"desc" + (144).to_bytes(4, "big") + (99).to_bytes(4, "big") + ${kind})`;
  assert.deepEqual(
    evaluated(
      profile('b"desc" + bytes(4) + (5).to_bytes(4, "big") + b"sRGB\\0"'),
      profile(
        'b"mluc" + bytes(4) + (1).to_bytes(4, "big") + (12).to_bytes(4, "big") + b"enUS" + (4).to_bytes(4, "big") + (28).to_bytes(4, "big") + "P3".encode("utf-16-be")',
      ),
      'icc.description(b"short")',
    ),
    ['sRGB', 'P3', null],
  );
});

test('lists the fonts of a PDF without their subset prefix', () => {
  const table =
    'name type\\n------------ ----\\nABCDEF+Arial TrueType\\n[none]       Type 3\\nTimes New    Type 1\\n';
  assert.deepEqual(evaluated(`pdf.fonts_in("${table}")`), [['Arial', 'Times New']]);
});

test('counts the sheets of an XLS workbook unless the workbook is encrypted or truncated', () => {
  const record = (kind: string, content: string) =>
    `struct.pack("<HH", ${kind}, len(${content})) + ${content}`;
  const sheet = (kind: number) => record('0x85', `bytes([0, 0, 0, 0, 0, ${kind}, 0, 0])`);
  const end = record('0x0a', 'b""');
  const sheetsIn = (...records: string[]) => `outcome_of(compound.sheets_in, ${records.join(' + ')})`;
  assert.deepEqual(
    evaluated(
      sheetsIn(sheet(0), sheet(2), end, sheet(0)),
      sheetsIn(record('0x2f', 'b"xx"'), sheet(0), end),
      sheetsIn(sheet(1), end),
      sheetsIn(sheet(0)),
    ),
    [2, 'encrypted', 'unsupported kind of sheet', 'truncated'],
  );
});

test('skips a truncated entry in the properties of an Outlook attachment', () => {
  const entry = 'struct.pack("<IIQ", 0x7ffe000b, 6, 1)';
  assert.deepEqual(evaluated(`compound.tags_of(bytes(8) + ${entry} + ${entry}[:9])`), [{ [0x7ffe000b]: 1 }]);
});

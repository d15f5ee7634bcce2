import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pythonEnv } from '../support/python.ts';

const runners = fileURLToPath(new URL('../../packages/engines/', import.meta.url));
const dir = mkdtempSync(path.join(tmpdir(), 'protean-hosts-'));
after(() => rmSync(dir, { recursive: true, force: true }));

interface RunnerOutcome {
  status: number | null;
  stderr: string;
  output: Buffer;
}

/** Converts `content` with the program that the engine runs, but outside the sandbox. */
function convert(from: string, to: string, content: string | Buffer, options: object = {}): RunnerOutcome {
  const [input, output] = [path.join(dir, `in.${from}`), path.join(dir, `out.${to}`)];
  writeFileSync(input, content);
  rmSync(output, { force: true });
  const program =
    to === 'xlsx'
      ? ['/usr/bin/python3', 'tools/openpyxl/runner.py']
      : [process.execPath, from === 'xlsx' ? 'tools/sheetjs/runner.ts' : 'codecs/data/runner.ts'];
  const step = JSON.stringify({ from, to, input, output, outputDir: dir, options });
  const { status, stderr } = spawnSync(program[0] ?? '', [runners + program[1], step], {
    encoding: 'utf8',
    env: pythonEnv,
  });
  return { status, stderr, output: status === 0 ? readFileSync(output) : Buffer.alloc(0) };
}

test('data converters exit with status 1 and a one-line reason if the input file is truncated', () => {
  const whole: Readonly<Record<string, string | Buffer>> = {
    json: '{"a": [1, 2, {"b": "c"}]}',
    json5: "{a: [1, 2, {b: 'c'}]}",
    ndjson: '{"a":1}\n{"b":2}',
    yaml: 'a: [1, 2, {b: c}]',
    toml: 'a = [1, 2, {b = "c"}]',
    xml: '<a><b>c</b></a>',
    plist: '<plist><array><true/></array></plist>',
    csv: 'a,b\n1,"c"',
    msgpack: convert('json', 'msgpack', '{"a": [1, 2, {"b": "c"}]}').output,
    cbor: convert('json', 'cbor', '{"a": [1, 2, {"b": "c"}]}').output,
    xlsx: convert('json', 'xlsx', '[{"a": 1}]').output,
  };
  for (const [from, content] of Object.entries(whole)) {
    const to = from === 'json' ? 'yaml' : 'json';
    assert.equal(convert(from, to, content).status, 0, from);
    const { status, stderr } = convert(from, to, content.slice(0, -1));
    assert.equal(status, 1, `${from}: ${stderr}`);
    assert.match(stderr, /^[^\n]+\n$/, from);
  }
  assert.equal(convert('xlsx', 'json', 'plain text').status, 1);
  assert.equal(convert('json', 'plist', '["\\u0000"]').status, 1);
});

test('data converters write a non-empty file for an empty JSON object or list', () => {
  for (const to of ['ndjson', 'csv', 'ini', 'toml', 'properties', 'yaml', 'xml']) {
    const { status, output } = convert('json', to, to === 'ndjson' ? '[]' : '{}');
    assert.equal(status, 0, to);
    assert.ok(output.length > 0, to);
  }
});

test('a round trip from JSON to XLSX and back keeps the type and value of every cell', () => {
  const records = [
    { id: 1, text: '=1+1', zip: '007', price: 12.5, yes: true, gap: null, wide: 'a\tb\nc' },
    { id: 2, text: '_x0041_', zip: '1e5', price: -0.25, yes: false, gap: 'x', wide: '\u0007 bell' },
    { id: 3, text: '#N/A', zip: '2024-02-29', price: 1e300, yes: true, gap: null, wide: '🚢' },
  ];
  const book = convert('json', 'xlsx', JSON.stringify({ records }));
  assert.equal(book.status, 0, book.stderr);
  const back = convert('xlsx', 'json', book.output, { indent: 0 });
  assert.deepEqual(JSON.parse(back.output.toString()), records);
  assert.ok(!back.output.includes('\n  '));
});

test('writes JSON tables as XLSX sheets, with nested values and long numbers as text', () => {
  const tables = {
    'a/b': [{ x: 1 }, { x: 2 }],
    second: [{ y: [1, { z: null }] }, { y: '' }],
    row: [['only', 1.5]],
  };
  const book = convert('json', 'xlsx', JSON.stringify(tables));
  const back = convert('xlsx', 'json', book.output);
  assert.deepEqual(JSON.parse(back.output.toString()), {
    a_b: [{ x: 1 }, { x: 2 }],
    second: [{ y: '[1, {"z": null}]' }],
    row: [['only', 1.5]],
  });
  const long = convert('json', 'xlsx', '[{"n": 12345678901234567890, "o": 1e400}]');
  assert.match(
    convert('xlsx', 'json', long.output).output.toString(),
    /"n": "12345678901234567890",\n\s*"o": "1e400"/,
  );
  assert.equal(convert('json', 'xlsx', JSON.stringify(['x'.repeat(40_000)])).status, 1);
  assert.equal(convert('json', 'xlsx', '[NaN]').status, 1);
});

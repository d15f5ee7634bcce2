/** Tests that spreadsheets read no cell as a formula, and that every value can be read back from JSON and CSV. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf, jsonOf, type ExportRecord } from './records.ts';

async function* pagesOf(...pages: ExportRecord[][]): AsyncGenerator<ExportRecord[]> {
  yield* await Promise.resolve(pages);
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

test('exports records as one JSON array, however the records are divided into pages', async () => {
  const records = [{ a: 1 }, { a: 'zwei' }, { a: null }];
  const [one = {}, ...others] = records;
  for (const pages of [[records], [[one], [], others], [[], records, []]])
    assert.deepEqual(JSON.parse(await textOf(jsonOf(pagesOf(...pages)))), records);
  assert.deepEqual(JSON.parse(await textOf(jsonOf(pagesOf()))), []);
});

for (const [value, cell] of [
  ['plain', 'plain'],
  ['', ''],
  [null, ''],
  [-1.5, '-1.5'],
  [true, 'true'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-x', "'-x"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['=a,"b"', '"\'=a,""b"""'],
  [{ code: 'x' }, '"{""code"":""x""}"'],
] as const) {
  test(`writes the value ${JSON.stringify(value)} as the CSV cell ${cell}`, async () => {
    assert.equal(await textOf(csvOf(['a', 'b'], pagesOf([{ b: 1, a: value }]))), `a,b\r\n${cell},1\r\n`);
  });
}

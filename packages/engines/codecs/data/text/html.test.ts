import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writer } from './html.ts';
import { readJson } from './json.ts';

const page = (json: string, target?: string) => String(writer.write(readJson(json), {}, target));

test('writes nested maps as rows of paths and values if the target format lacks nested tables', () => {
  const flat = page('{"a": {"b": [1, "x"]}, "c": null}', 'odt');
  assert.deepEqual(flat.match(/<td.*?<\/tr>/g), [
    '<td>a.b</td><td class="number">1</td></tr>',
    '<td>a.b</td><td>x</td></tr>',
    '<td>c</td><td></td></tr>',
  ]);
  assert.match(page('[{"a": {"b": 1, "c": [2]}}]', 'pptx'), /<td>b: 1\nc: 2<\/td>/);
  for (const nested of ['pdf', 'docx']) assert.match(page('{"a": {"b": 1}, "c": 2}', nested), /<td><table>/);
});

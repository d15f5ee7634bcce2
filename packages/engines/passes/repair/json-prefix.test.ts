import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonPrefix } from './json-prefix.ts';

const kept = (json: string) => jsonPrefix(json)?.text;

test('drops an incomplete member at the end, and closes open lists and objects', () => {
  assert.equal(kept('{"a": [1, 2, {"b": "c"'), '{"a": [1, 2, {"b": "c"}]}');
  assert.equal(kept('[{"a": 1}, {"b": "tex'), '[{"a": 1}, {}]');
  assert.equal(kept('{"a": 1, "b": '), '{"a": 1}');
  assert.equal(kept('{"a": 1, "b'), '{"a": 1}');
  assert.equal(kept('['), '[]');
});

test('drops a number at the end of the JSON text, because the number may be truncated', () => {
  assert.equal(kept('[1, 23'), '[1]');
  assert.equal(kept('[1, 23 '), '[1, 23]');
});

test('keeps the JSON values before the first syntax error', () => {
  assert.equal(kept('{"a": 1, b: 2, "c": 3}'), '{"a": 1}');
  assert.equal(kept('[1, 2], 3'), '[1, 2]');
  assert.equal(kept('{"a": 1]'), '{"a": 1}');
  assert.equal(kept('["a\\q", 1]'), '[]');
});

test('counts the strings, numbers, booleans and nulls that it keeps', () => {
  assert.equal(jsonPrefix('[{"a": [1, 2]}, 3, {"b"')?.values, 3);
});

test('returns undefined for text that does not start with a list or an object', () => {
  for (const json of ['', 'words', '"text"', '12']) assert.equal(kept(json), undefined);
});

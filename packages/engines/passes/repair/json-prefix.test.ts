import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonPrefix } from './json-prefix.ts';

const kept = (json: string) => jsonPrefix(json)?.text;

test('what is open at the break is closed', () => {
  assert.equal(kept('{"a": [1, 2, {"b": "c"'), '{"a": [1, 2, {"b": "c"}]}');
  assert.equal(kept('[{"a": 1}, {"b": "tex'), '[{"a": 1}, {}]');
  assert.equal(kept('{"a": 1, "b": '), '{"a": 1}');
  assert.equal(kept('{"a": 1, "b'), '{"a": 1}');
  assert.equal(kept('['), '[]');
});

test('a number at the end may have had more digits', () => {
  assert.equal(kept('[1, 23'), '[1]');
  assert.equal(kept('[1, 23 '), '[1, 23]');
});

test('the values before what is no JSON', () => {
  assert.equal(kept('{"a": 1, b: 2, "c": 3}'), '{"a": 1}');
  assert.equal(kept('[1, 2], 3'), '[1, 2]');
  assert.equal(kept('{"a": 1]'), '{"a": 1}');
  assert.equal(kept('["a\\q", 1]'), '[]');
});

test('the values are counted', () => {
  assert.equal(jsonPrefix('[{"a": [1, 2]}, 3, {"b"')?.values, 3);
});

test('nothing of what is no list or object', () => {
  for (const json of ['', 'words', '"text"', '12']) assert.equal(kept(json), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presetOf, presetsFor, valuesFor } from './presets.ts';

const picture = new Set(['quality', 'width', 'strip_metadata', 'max_size']);
const sheet = new Set(['paper']);

test('offers only presets whose options the route accepts', () => {
  assert.deepEqual(
    presetsFor(picture).map(({ name }) => name),
    ['standard', 'web', 'smallest', 'best', 'email'],
  );
  assert.deepEqual(
    presetsFor(sheet).map(({ name }) => name),
    ['standard'],
  );
});

test('drops options that are empty or that the route does not accept', () => {
  assert.deepEqual(valuesFor({ quality: '75', dpi: '300', width: '' }, picture), { quality: '75' });
});

test('returns the preset that the option values match, or undefined if they match no preset', () => {
  assert.equal(presetOf({}, picture), 'standard');
  assert.equal(presetOf({ strip_metadata: 'true', quality: '75' }, picture), 'web');
  assert.equal(presetOf({ quality: '76' }, picture), undefined);
});

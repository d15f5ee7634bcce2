import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presetOf, presetsFor, valuesFor } from './presets.ts';

const picture = new Set(['quality', 'width', 'strip_metadata', 'max_size']);
const sheet = new Set(['paper']);

test('offers only presets with options that the route accepts', () => {
  assert.deepEqual(
    presetsFor(picture).map(({ name }) => name),
    ['standard', 'web', 'smallest', 'best', 'email'],
  );
  assert.deepEqual(
    presetsFor(sheet).map(({ name }) => name),
    ['standard'],
  );
});

test('drops empty options and options that the route does not accept', () => {
  assert.deepEqual(valuesFor({ quality: '75', dpi: '300', width: '' }, picture), { quality: '75' });
});

test('returns the preset that matches the option values, or undefined if no preset matches', () => {
  assert.equal(presetOf({}, picture), 'standard');
  assert.equal(presetOf({ strip_metadata: 'true', quality: '75' }, picture), 'web');
  assert.equal(presetOf({ quality: '76' }, picture), undefined);
});

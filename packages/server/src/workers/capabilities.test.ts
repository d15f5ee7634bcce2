/** Tests that a worker announces its disabled formats, and that an API process adds its own disabled formats. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '@protean/engines';
import { formats } from '@protean/formats';
import { Catalogue } from '../convert/catalogue/catalogue.ts';
import { catalogueOf, writeCapabilities } from './capabilities.ts';

const announced = (...disabled: string[]) =>
  writeCapabilities('full', new Catalogue(formats, engines, () => true, engines, [], new Set(disabled)));

test('does not offer formats that the worker or the API process has disabled', () => {
  const { live, disabled } = catalogueOf(announced('heic'), new Set(['bmp']));
  assert.deepEqual([...disabled].sort(), ['bmp', 'heic']);
  const pairs = [live.find('heic', 'png'), live.find('png', 'heic'), live.find('bmp', 'png')];
  assert.deepEqual(pairs, [undefined, undefined, undefined]);
  assert.ok(live.find('png', 'jpg'));
});

test('a worker omits an empty list of disabled formats for compatibility with earlier versions', () => {
  assert.ok(!('disabled' in (JSON.parse(announced()) as object)));
});

/** Tests that a URL can be converted to a location, and that this location is converted back to the same URL. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, placeOf, type Place } from './place.ts';

const root = 'https://example.org/tools/dashboard';

const rows: readonly [path: string, place: Place][] = [
  ['', { section: 'overview' }],
  ['/keys', { section: 'keys' }],
  ['/jobs', { section: 'jobs' }],
  ['/jobs?status=failed', { section: 'jobs', status: 'failed' }],
  ['/jobs/5f0c1f3e', { section: 'jobs', jobId: '5f0c1f3e' }],
];

for (const [path, place] of rows) {
  test(`converts the path ${path || '/'} to a location in the dashboard and back`, () => {
    assert.deepEqual(placeOf(root, new URL(root + path)), place);
    assert.equal(addressOf(root, place), root + path);
  });
}

test('ignores an unknown section or parameter in a dashboard URL', () => {
  assert.deepEqual(placeOf(root, new URL(`${root}/nothing?status=failed`)), { section: 'overview' });
  assert.deepEqual(placeOf(root, new URL(`${root}/jobs?status=nothing`)), { section: 'jobs' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Links } from './links.ts';

const clock = { time: 1_800_000_000_000, now: () => clock.time, elapsed: () => clock.time };
const links = new Links({ key: { value: 'k' }, baseUrl: () => 'http://localhost:1', clock });
const object = '500024-6b2d8a0e-55b5-4cf5-9f38-2c6c1f3a0001';
const name = 'Über 1/2?.txt';
const { pathname, searchParams } = new URL(links.to(object, name, 60));
const query = Object.fromEntries(searchParams);

test('accepts a download link until it expires', () => {
  assert.equal(pathname, `/files/${object}/${encodeURIComponent(name)}`);
  assert.equal(query['expires'], '1800000060');
  assert.ok(links.opens(object, name, query));
  clock.time += 59_999;
  assert.ok(links.opens(object, name, query));
  clock.time += 1;
  assert.ok(!links.opens(object, name, query));
  clock.time -= 60_000;
});

test('a download link expires at the exact millisecond that its URL states', () => {
  const { searchParams } = new URL(links.to(object, name, 60, clock.time + 1_234));
  const query = Object.fromEntries(searchParams);
  assert.equal(query['expires'], '1800000001.234');
  clock.time += 1_233;
  assert.ok(links.opens(object, name, query));
  clock.time += 1;
  assert.ok(!links.opens(object, name, query));
  clock.time -= 1_234;
});

const wrong: [string, string, Record<string, unknown>][] = [
  ['another object', object.replace('0001', '0002'), query],
  ['a later expiry', object, { ...query, expires: '1800000061' }],
  ['an altered signature', object, { ...query, signature: `${query['signature']?.slice(0, -2)}AA` }],
  ['a longer signature', object, { ...query, signature: `${query['signature']}A` }],
  ['no signature', object, { expires: query['expires'] }],
  ['no expiry', object, { signature: query['signature'] }],
  ['an expiry that is not a number', object, { ...query, expires: 'never' }],
  ['a parameter sent twice', object, { ...query, signature: [query['signature'], query['signature']] }],
];

for (const [what, altered, query] of wrong) {
  test(`rejects a download link with ${what}`, () => assert.ok(!links.opens(altered, name, query)));
}

test('rejects a download link with a changed file name', () =>
  assert.ok(!links.opens(object, `${name}.exe`, query)));

test('rejects a download link signed with another secret key', () => {
  const other = new Links({ key: { value: 'l' }, baseUrl: () => '', clock });
  assert.ok(!other.opens(object, name, query));
});

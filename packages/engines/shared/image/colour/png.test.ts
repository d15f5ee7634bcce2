/** Tests which chunk of a PNG determines its colours. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunk } from '../exif/png.ts';
import { isSrgb, srgbPrimaries } from './description.ts';
import { coloursOfPng, withIccProfile } from './png.ts';

const png = (...chunks: Buffer[]) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.alloc(13)),
    ...chunks,
    chunk('IDAT', Buffer.alloc(0)),
    chunk('IEND', Buffer.alloc(0)),
  ]);

const gamma = (value: number) => {
  const content = Buffer.alloc(4);
  content.writeUInt32BE(value);
  return chunk('gAMA', content);
};
const codes = chunk('cICP', Buffer.from([9, 16, 0, 1]));
const profile = chunk('iCCP', Buffer.from('profile'));

test('prefers the cICP chunk of a PNG to a profile, and a profile to a gamma value', () => {
  assert.equal(coloursOfPng(png(gamma(100_000), profile, codes))?.transfer, 'pq');
  assert.equal(coloursOfPng(png(gamma(100_000), profile)), undefined);
  assert.equal(coloursOfPng(png(gamma(100_000), chunk('sRGB', Buffer.from([0])))), undefined);
  assert.deepEqual(coloursOfPng(png(gamma(100_000))), {
    primaries: srgbPrimaries,
    transfer: { exponent: 1 },
  });
});

test('treats a PNG as sRGB if it has the gamma value of sRGB or no colour chunk', () => {
  assert.ok(isSrgb(coloursOfPng(png(gamma(45_455)))));
  assert.ok(isSrgb(coloursOfPng(png())));
  assert.ok(!isSrgb(coloursOfPng(png(gamma(55_556)))));
});

test('ignores implausible gamma values and colour primaries of a PNG', () => {
  assert.equal(coloursOfPng(png(gamma(1)))?.transfer, 'srgb');
  const line = chunk('cHRM', Buffer.alloc(32));
  assert.equal(coloursOfPng(png(line)), undefined);
});

test('removes all colour chunks of a PNG, and adds an ICC profile', () => {
  const written = withIccProfile(png(gamma(100_000), codes), Buffer.from('made'));
  assert.equal(coloursOfPng(written), undefined);
  for (const name of ['gAMA', 'cICP']) assert.ok(!written.includes(name));
});

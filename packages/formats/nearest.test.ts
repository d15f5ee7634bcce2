import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestFormatName } from './nearest.ts';

const slips: [typed: string, meant: string | undefined][] = [
  ['pfd', 'pdf'],
  ['.dcox', 'docx'],
  ['markdwn', 'markdown'],
  ['jpge', 'jpeg'],
  ['webpp', 'webp'],
  ['x', undefined],
  ['presentation', undefined],
];

for (const [typed, meant] of slips) {
  test(`suggests ${meant ?? 'no format'} for the unknown format ${typed}`, () =>
    assert.equal(nearestFormatName(typed), meant));
}

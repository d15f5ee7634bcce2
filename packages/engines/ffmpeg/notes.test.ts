import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notesHead, shareOf } from './notes.ts';

test('the last position counts, within the command that it is of', () => {
  const told = 'out_time_us=N/A\nout_time_us=1000000\nspeed=1x\nout_time_us=2500000\n';
  assert.equal(shareOf(notesHead({ nth: 1, of: 1, seconds: 10 }) + told), 0.25);
  assert.equal(shareOf(notesHead({ nth: 2, of: 2, seconds: 10 }) + told), 0.625);
  assert.equal(shareOf(notesHead({ nth: 1, of: 1, seconds: 1 }) + told), 1, 'no more than all');
  assert.equal(shareOf(notesHead({ nth: 1, of: 2, seconds: 10 })), 0, 'it has only begun');
});

test('without a length nothing is known', () => {
  assert.equal(shareOf(`${notesHead({ nth: 1, of: 1, seconds: undefined })}out_time_us=1\n`), undefined);
  assert.equal(shareOf(''), undefined);
});

/** How often a moving picture says it is to be shown, and how that is told to who writes it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gifLoops, playsOf } from './plays.ts';

test('an APNG counts how often it is shown, and nought is for ever', () => {
  for (const plays of [0, 1, 3]) {
    const file = Buffer.alloc(64);
    file.write('acTL', 37, 'latin1');
    file.writeUInt32BE(plays, 45);
    assert.equal(playsOf('apng', file), plays);
  }
});

test('a GIF counts how often it is shown again, and is shown once where it does not', () => {
  const looped = (count: number) =>
    Buffer.from(`GIF89a…NETSCAPE2.0\x03\x01${String.fromCharCode(count)}\0\0`, 'latin1');
  assert.equal(playsOf('gif', looped(0)), 0);
  assert.equal(playsOf('gif', looped(2)), 3);
  assert.equal(playsOf('gif', Buffer.from('GIF89a')), 1);
  assert.deepEqual([0, 1, 3].map(gifLoops), [0, -1, 2]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Seal } from './seal.ts';
import { systemRandom } from './secrets.ts';

const seal = new Seal('a secret', systemRandom);

test('what was sealed opens again, and is not the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 8 }), (text) => {
      const sealed = seal.close(text, 'row 1');
      assert.equal(seal.open(sealed, 'row 1'), text);
      assert.ok(!Buffer.from(sealed, 'base64url').includes(Buffer.from(text)));
    }),
  );
});

test('the same text is sealed differently each time', () => {
  assert.notEqual(seal.close('text', 'row 1'), seal.close('text', 'row 1'));
});

test('it opens for what it is about only, with its own key only, and unaltered only', () => {
  const sealed = seal.close('text', 'row 1');
  assert.throws(() => seal.open(sealed, 'row 2'));
  assert.throws(() => new Seal('another secret', systemRandom).open(sealed, 'row 1'));
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 1;
    assert.throws(() => seal.open(altered.toString('base64url'), 'row 1'), `byte ${at}`);
  }
  assert.throws(() => seal.open('', 'row 1'));
  assert.throws(() => seal.open(bytes.subarray(0, 20).toString('base64url'), 'row 1'));
});

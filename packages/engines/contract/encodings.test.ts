import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodingLabels, encodingNamed, encodingNames, encodingPattern } from './encodings.ts';

test('TextDecoder agrees with encodings.ts on all labels except for UTF-32 and UTF-7', () => {
  const unknown = new Set<string | undefined>();
  for (const label of encodingLabels) {
    const name = encodingNamed(label);
    try {
      assert.equal(new TextDecoder(label).encoding, name, label);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      unknown.add(name);
    }
  }
  assert.deepEqual([...unknown].sort(), ['utf-32be', 'utf-32le', 'utf-7']);
});

test('finds an encoding by its label, ignoring case and surrounding white space', () => {
  assert.equal(encodingNamed(' Shift_JIS\n'), 'shift_jis');
  assert.equal(encodingNamed('Latin1'), 'windows-1252');
  assert.equal(encodingNamed('klingon'), undefined);
});

test('encodingPattern matches exactly the names of encodings', () => {
  assert.deepEqual(
    encodingLabels.filter((label) => encodingPattern.test(label)).sort(),
    [...encodingNames].sort(),
  );
});

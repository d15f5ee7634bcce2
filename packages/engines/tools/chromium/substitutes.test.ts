import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferred } from './substitutes.ts';

const alias = (font: string, ...substitutes: string[]) =>
  `  <alias binding="same"><family>${font}</family><accept>${substitutes.map((name) => `<family>${name}</family>`).join('')}</accept></alias>\n`;

test('chooses the first installed substitute for a missing font', () => {
  const conf =
    alias('Georgia', 'Gelasio', 'Noto Serif') + alias('Verdana', 'Noto Serif') + alias('Menlo', 'None');
  const lines = preferred(conf, 'Noto Serif,Noto Serif Light\nVerdana\n').split('\n').slice(4, -2);
  assert.deepEqual(lines, [
    '<alias binding="same"><family>Georgia</family><prefer><family>Noto Serif</family></prefer></alias>',
  ]);
});

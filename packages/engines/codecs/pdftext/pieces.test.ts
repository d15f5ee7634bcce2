import assert from 'node:assert/strict';
import { test } from 'node:test';
import { glyphsOf } from '../../../../test/support/pdf-pages.ts';
import { monospacedFonts } from './letters/monospace.ts';
import { pieceText, piecesOf } from './pieces.ts';

const textOf = (glyphs: ReturnType<typeof glyphsOf>) => piecesOf(glyphs).map(pieceText);

test('separates words at the spaces in the text of a PDF, even if letters overlap', () => {
  const tight = glyphsOf({ x: 50, y: 200, text: 'a tight line', space: 0.2 }).map((glyph, n) => ({
    ...glyph,
    x: glyph.x - 0.12 * glyph.size * n,
  }));
  assert.deepEqual(textOf(tight), ['a tight line']);
});

test('ignores a space that starts inside a letter', () => {
  const [one, two] = glyphsOf({ x: 50, y: 200, text: 'ab' });
  assert.ok(one && two);
  const space = { ...one, text: ' ', x: 51 };
  assert.deepEqual(textOf([one, space, { ...two, x: 55.1 }]), ['ab']);
});

test('combines separate accents with their letters', () => {
  const letters = glyphsOf({ x: 50, y: 200, text: 'Jan Mina\u0131c' });
  const [, a, , , , , , last, dotless] = letters;
  assert.ok(a && last && dotless);
  const accent = (text: string, { x }: { x: number }) => glyphsOf({ x, y: 200, text });
  const glyphs = letters.flatMap((letter) => [
    ...(letter === a || letter === last || letter === dotless ? accent('\u00b4', letter) : []),
    letter,
  ]);
  assert.deepEqual(textOf(glyphs), ['J\u00e1n Min\u00e1\u00edc']);
});

test('keeps an accent between two letters as a separate character', () => {
  assert.deepEqual(textOf(glyphsOf({ x: 50, y: 200, text: 'a^b' })), ['a^b']);
});

test('recognizes a monospaced font by the widths of its letters', () => {
  const run = (font: number, width: (letter: string) => number) => {
    const letters = [...'while(Maximum)'];
    return {
      ...{ font, size: 10 },
      text: letters.map((letter) => letter.charCodeAt(0)),
      at: letters.flatMap((letter, n) => [10 * n, 0, width(letter)]),
    };
  };
  const found = monospacedFonts([run(1, () => 6), run(2, (letter) => (letter === 'i' ? 3 : 6))]);
  assert.deepEqual([...found], [1]);
});

test('joins a drop cap with the highest adjacent line', () => {
  const lines = ['ver three decades', 'many harbours grew', 'and many closed'].flatMap((text, n) =>
    glyphsOf({ x: 72, y: 200 + 12 * n, text }),
  );
  const cap = glyphsOf({ x: 50, y: 224, text: 'O', size: 38 });
  assert.deepEqual(textOf([...lines, ...cap]), [
    'Over three decades',
    'many harbours grew',
    'and many closed',
  ]);
});

test('does not join a large letter with text if no line is adjacent to the letter', () => {
  const glyphs = [
    ...glyphsOf({ x: 50, y: 200, text: 'A', size: 38 }),
    ...glyphsOf({ x: 200, y: 200, text: 'harbour lights' }),
  ];
  assert.deepEqual(textOf(glyphs), ['A', 'harbour lights']);
});

test('replaces two single quotation marks with a double quotation mark', () => {
  assert.deepEqual(textOf(glyphsOf({ x: 50, y: 200, text: '\u2018\u2018tide\u2019\u2019' })), [
    '\u201ctide\u201d',
  ]);
});

test('treats a word as bold only if most of its letters are printed twice', () => {
  const boldOf = (count: number) => {
    const letters = glyphsOf({ x: 50, y: 200, text: 'tide' });
    const again = letters.slice(0, count).map((glyph) => ({ ...glyph, x: glyph.x + 0.4 }));
    return piecesOf([...letters, ...again]).flatMap(({ words }) =>
      words.flatMap(({ spans }) => spans.map(({ text, bold }) => [text, bold])),
    );
  };
  assert.deepEqual([boldOf(1), boldOf(3)], [[['tide', false]], [['tide', true]]]);
});

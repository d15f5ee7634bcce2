import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnPage, prose, type DrawnText } from '../../../../../test/support/pdf-pages.ts';
import type { Page, Shape } from '../page-data.ts';
import { readPage, structureOf } from '../structure.ts';

const blocksOf = (page: Page) => structureOf([readPage(page, { formulas: true })], []).blocks;
const formulasOf = (page: Page) =>
  blocksOf(page).flatMap((block) => (block.kind === 'formula' ? [block.tex] : []));
const textOf = (page: Page) =>
  blocksOf(page).map((block) =>
    'spans' in block
      ? block.spans.map(({ text, tex }) => (tex === undefined ? text : `$${tex}$`)).join('')
      : '',
  );

/** Returns letters of a formula, italic like variables. */
const variable = (x: number, y: number, text: string, size = 10): DrawnText => ({
  x,
  y,
  text,
  size,
  italic: true,
});
const upright = (x: number, y: number, text: string, size = 10): DrawnText => ({ x, y, text, size });
const bar = (x0: number, x1: number, y: number): Shape => ({
  kind: 'box',
  box: [x0, y, x1, y + 0.7],
  width: 0,
});

const around = [...prose(50, 200, 3), ...prose(50, 400, 3)];

test('writes exponents, fractions and operators of a PDF formula as TeX', () => {
  const formula = [
    variable(200, 300, 'a'),
    upright(206, 296, '2', 7),
    upright(214, 300, '='),
    upright(224, 300, '−'),
    variable(235, 293, 'x'),
    upright(242, 293, '+'),
    upright(250, 293, '1'),
    variable(242, 308, 'n'),
    upright(248, 310, '0', 7),
  ];
  const page = drawnPage(1, [...around, ...formula], [bar(234, 256, 297)]);
  assert.deepEqual(formulasOf(page), ['a^{2} = - \\frac{x + 1}{n_{0}}']);
});

test('writes the limits of sums and other large operators as TeX', () => {
  const formula = [
    variable(200, 300, 's'),
    upright(208, 300, '='),
    upright(222, 300, '∑', 14),
    variable(219, 311, 'i', 7),
    upright(223, 311, '=1', 7),
    variable(223, 287, 'k', 7),
    variable(236, 300, 'x'),
    variable(241, 302, 'i', 7),
  ];
  assert.deepEqual(formulasOf(drawnPage(1, [...around, ...formula])), ['s = \\sum_{i = 1}^{k}x_{i}']);
});

test('writes inline formulas as TeX if the page uses mathematical fonts', () => {
  const line: DrawnText[] = [
    upright(50, 300, 'Some boats have'),
    { ...variable(135, 300, 'λ'), math: true },
    variable(140, 302, 'g', 7),
    upright(148, 300, '='),
    { ...variable(158, 300, 'μ'), math: true },
    upright(170, 300, 'as their length.'),
  ];
  assert.deepEqual(textOf(drawnPage(1, line)), ['Some boats have $\\lambda_{g} = \\mu$ as their length.']);
});

test('applies an exponent to the whole bracket in TeX', () => {
  const formula = [
    variable(200, 300, 'y'),
    upright(208, 300, '='),
    upright(218, 300, '('),
    variable(223, 300, 'a'),
    upright(230, 300, '+'),
    variable(238, 300, 'b'),
    upright(243, 300, ')'),
    upright(248, 296, '2', 7),
  ];
  assert.deepEqual(formulasOf(drawnPage(1, [...around, ...formula])), ['y = \\left(a + b\\right)^{2}']);
});

test('does not write TeX for running text, for tables, or for formulas that contain an unknown symbol', () => {
  const cells = ['a = 1', 'b = 2', 'c = 3'].flatMap((text, n) => [
    upright(50, 300 + 14 * n, text),
    upright(200, 300 + 14 * n, `row ${n}`),
  ]);
  const unknown = [
    variable(200, 380, 'x'),
    upright(208, 380, '='),
    upright(218, 380, '\ufffd'),
    upright(226, 376, '2', 7),
  ];
  const note = [upright(50, 420, 'The harbour is full'), upright(145, 416, '1', 7)];
  const page = drawnPage(1, [...prose(50, 200, 3), ...cells, ...unknown, ...note]);
  assert.doesNotMatch(textOf(page).join('\n'), /\$/);
});

/**
 * Tests that an SVG with references that multiply its content is refused before it is rendered, and that a large plain
 * drawing is accepted.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { pythonPath } from '../../../../test/support/python.ts';

const program = `
import sys
sys.path.insert(0, sys.argv[1])
from engines.shared.svg import drawing_bounds
try:
    drawing_bounds.check(sys.stdin.buffer.read())
    print('fine')
except drawing_bounds.LimitExceeded as reason:
    print(str(reason).removeprefix('protean-reason: '))
`;

function checked(drawing: string): string {
  const child = spawnSync('/usr/bin/python3', ['-c', program, pythonPath], {
    input: drawing,
    encoding: 'utf8',
  });
  assert.equal(child.status, 0, child.stderr);
  return child.stdout.trim();
}

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;
const levels = (count: number, href: string) =>
  Array.from(
    { length: count },
    (_, n) => `<g id="a${n + 1}">${`<use ${href}="#a${n}"/>`.repeat(10)}</g>`,
  ).join('');
const paints = (name: string, attribute: string) =>
  Array.from(
    { length: 9 },
    (_, n) => `<${name} id="a${n + 1}">${`<path ${attribute}="url(#a${n})"/>`.repeat(10)}</${name}>`,
  ).join('');

const rows: readonly [what: string, drawing: string, result: string][] = [
  ['nested uses', svg(`<g id="a0"/>${levels(9, 'href')}`), 'too_complex'],
  [
    'nested uses with the xlink attribute',
    svg(`<g id="a0"/>${levels(9, 'x:href')}`).replace('<svg', '<svg xmlns:x="http://www.w3.org/1999/xlink"'),
    'too_complex',
  ],
  ['nested masks', svg(`<mask id="a0"/>${paints('mask', 'mask')}`), 'too_complex'],
  ['nested patterns', svg(`<pattern id="a0"/>${paints('pattern', 'fill')}`), 'too_complex'],
  ['a few nested uses', svg(`<g id="a0"/>${levels(3, 'href')}`), 'fine'],
  ['a use that references its ancestor', svg('<g id="a"><use href="#a"/><use href="#a"/></g>'), 'fine'],
  ['many elements', svg('<path d="M0 0"/>'.repeat(300_000)), 'fine'],
  ['nested elements', svg(`${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}`), 'fine'],
  ['many uses of one element', svg(`<g id="a0"/>${'<use href="#a0"/>'.repeat(100_000)}`), 'fine'],
  ['malformed XML', '<svg', 'fine'],
];

for (const [what, drawing, result] of rows) {
  test(`returns ${result} for a drawing with ${what}`, () => assert.equal(checked(drawing), result));
}

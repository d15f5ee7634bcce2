/**
 * Tests that the title of a slide is the text of its title placeholder or, without a title placeholder, a large text at
 * the top.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../test/support/python.ts';

const program = `
import sys
from xml.etree import ElementTree
from engines.codecs.slides import titles
found = titles.title_of(list(ElementTree.fromstring(sys.stdin.read())))
sys.stdout.write(titles.words_of(found) if found is not None else '')
`;

const names =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

const shape = (text: string, top: number, size?: number, placeholder = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>${placeholder && `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr>` +
  `<p:spPr><a:xfrm><a:off x="0" y="${top}"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:rPr${size ? ` sz="${size}"` : ''}/>` +
  `<a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;

const titleOf = (...shapes: string[]) => python(program, `<p:spTree ${names}>${shapes.join('')}</p:spTree>`);

test('takes the title from the title placeholder, even if another shape has larger text', () => {
  assert.equal(titleOf(shape('Large', 0, 4000), shape('Tides', 500, 2000, 'title')), 'Tides');
});

test('takes the text at the top of a slide as the title if the text is large', () => {
  assert.equal(titleOf(shape('High at noon', 900, 1800), shape('Tides', 100, 3600)), 'Tides');
});

test('finds no title if the text at the top is small, too long, next to other text, or the only text of the slide', () => {
  const body = shape('High at noon', 900);
  assert.equal(titleOf(shape('Tides', 100), body), '');
  assert.equal(titleOf(shape('Tides', 100, 3600), shape('High', 900, 3400)), '');
  assert.equal(titleOf(shape('Low '.repeat(40), 100, 3600), body), '');
  assert.equal(titleOf(shape('Tides', 100, 3600)), '');
  assert.equal(titleOf(shape('Tides', 100, 3600), shape('Boats', 100, 2400)), '');
});

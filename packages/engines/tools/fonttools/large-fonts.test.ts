/**
 * Tests that fonts with many glyphs are written without a linear search for each component, and that large fonts are
 * compressed quickly.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../test/support/python.ts';

test('finds the index of a glyph without a linear search, even after a glyph is added', () => {
  const program = `
from fontTools.ttLib import newTable
from engines.tools.fonttools import large_fonts
class Names(list):
    def index(self, name):
        raise AssertionError('searched for ' + name)
large_fonts.prepare()
table = newTable('glyf')
table.glyphOrder = Names(['.notdef', 'a', 'b'])
first = table.getGlyphID('b')
table.glyphOrder.append('c')
print(first, table.getGlyphID('c'))`;
  assert.equal(python(program).trim(), '2 3');
});

test('WOFF2 compression is lossless, even at the lower Brotli quality for large fonts', () => {
  const program = `
import brotli, random
from fontTools.ttLib import woff2
from engines.tools.fonttools import large_fonts
large_fonts.prepare()
data = bytes(random.Random(1).choices(range(16), k=large_fonts.LARGE_BYTES + 1))
for part in (data[:-1], data):
    print(brotli.decompress(woff2.brotli.compress(part, mode=woff2.brotli.MODE_FONT)) == part)`;
  assert.equal(python(program).trim(), 'True\nTrue');
});

/** Tests that joined words of an imported PDF are separated as on the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../../test/support/python.ts';

const program = `
import json, sys
from engines.tools.libreoffice.imported_pdf.pdf_words import places_of, cuts_of
words, tokens = json.load(sys.stdin)
print(json.dumps([cuts_of(token, words, places_of(words)) for token in tokens]))
`;

const page = 'Article I Purpose Article II Payment IPurpose2 a a b'.split(' ');

test('splits a token at the boundaries of words that are adjacent on the page', () => {
  const tokens = ['IPurpose', 'ArticleIPurpose', 'IPurpose2', 'IPayment', 'aab', 'other', ''];
  const cuts = JSON.parse(python(program, JSON.stringify([page, tokens]))) as number[][];
  assert.deepEqual(cuts, [[1], [7, 8], [], [], [1, 2], [], []]);
});

/** The oracle for notebooks that were converted to data or tables. Checks that the cells contain the sample letter. */
import assert from 'node:assert/strict';
import type { Format } from '@protean/formats/format.ts';
import type { Claim } from '../../oracle.ts';
import { checkLetter, wordsOf } from './document.ts';
import { isTable, rowsIn, textsIn, valueIn } from '../data/entries.ts';

export const isNotebook = ({ ext }: Format) => ext === 'ipynb';

export async function checkNotebook(files: readonly string[], { target }: Claim): Promise<void> {
  const [file = '', ...more] = files;
  assert.equal(more.length, 0, 'one file');
  if (!isTable(target)) return checkLetter(wordsOf(textsIn(await valueIn(file, target)).join('')));
  const rows = await rowsIn(file, target);
  assert.deepEqual(
    rows.map(({ cell, type, output }) => [cell, type, output]),
    [['1', 'markdown', '']],
  );
  checkLetter(wordsOf(rows.map(({ source }) => source).join('\n')));
}

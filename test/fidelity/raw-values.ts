/**
 * Tests that the conversion option `values=raw` writes the values stored in the workbooks of a folder. For each
 * workbook, prints up to 5 cells with a written value that differs from the stored value. Usage: raw-values.ts FOLDER.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { compareStored } from './stored-values.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: raw-values.ts FOLDER');

const score = { files: 0, unread: 0, cells: 0, changed: 0 };
for (const name of readdirSync(folder).filter((file) => /\.(xlsx|xlsm|xltx)$/.test(file))) {
  try {
    const { cells, changed } = compareStored(path.join(folder, name));
    score.files += 1;
    score.cells += cells;
    score.changed += changed.length;
    for (const line of changed.slice(0, 5)) process.stdout.write(`${name} ${line.slice(0, 200)}\n`);
  } catch (error) {
    score.unread += 1;
    process.stdout.write(`${name} unread: ${String(error).split('\n')[0] ?? ''}\n`);
  }
}
process.stdout.write(
  `${score.files} workbooks with ${score.cells} cells, ${score.changed} changed; ${score.unread} workbooks unread\n`,
);

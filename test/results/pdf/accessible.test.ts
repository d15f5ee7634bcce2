/** Verifies that the option `pdfua` makes documents conform to PDF/UA, and that violated rules are reported. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { pdfAccessible } from '../../support/files/effects/pdf-accessible.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

for (const { shows, description, see } of pdfAccessible(lab))
  test(`${description} (${shows.join(', ')})`, see);

test('lists the violated PDF/UA rules when an untagged PDF is converted to json', async () => {
  const list = JSON.parse(await readFile(await lab.converted('pdf', 'json', {}), 'utf8')) as {
    accessibility: { pdfua: boolean; problems: { clause: string; problem: string }[] };
  };
  assert.equal(list.accessibility.pdfua, false);
  const problems = list.accessibility.problems.map(({ clause, problem }) => `${clause} ${problem}`);
  assert.ok(problems.includes('7.1 the file has no tags'), problems.join('\n'));
});

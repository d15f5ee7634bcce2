/** Checks the option `pdfua`: poppler reads the tags and the metadata of the result. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { outputOf, pdfInfo } from '../../results/measure.ts';
import type { Effect, Workbench } from '../../results/workbench.ts';

export const pdfAccessible = (lab: Workbench): readonly Effect[] => [
  {
    shows: ['pdfua'],
    description: 'a document becomes PDF/UA, and an untagged PDF causes the warning pdfua_problems',
    see: async () => {
      const source = path.join(lab.dir, 'accessible.md');
      await writeFile(source, '# Heading\n\nA paragraph of words.\n\n## Second\n\nMore words.\n');
      const docx = await lab.converted('md', 'docx', {}, source);
      const options = { pdfua: 'true', set_title: 'Accessible', set_language: 'en' };
      const result = await lab.converted('docx', 'pdf', options, docx);
      assert.match(await pdfInfo(result), /^Tagged: +yes$/m);
      assert.match(await outputOf('/usr/bin/pdfinfo', ['-meta', result]), /pdfuaid:part(>|=")1/);
      assert.match(await outputOf('/usr/bin/pdfinfo', ['-struct', result]), /H1[^]*P/);
      const list = JSON.parse(await readFile(await lab.converted('pdf', 'json', {}, result), 'utf8')) as {
        accessibility: unknown;
      };
      assert.deepEqual(list.accessibility, { pdfua: true, problems: [] });
      const answer = await lab.send(await lab.samples.get('pdf'), 'pdf', 'pdf', { pdfua: 'true' });
      assert.match(answer.headers.get('x-conversion-warnings') ?? '', /pdfua_problems/);
      const bare = path.join(lab.dir, 'bare.pdf');
      await writeFile(bare, answer.body);
      assert.doesNotMatch(await outputOf('/usr/bin/pdfinfo', ['-meta', bare]), /pdfuaid/);
    },
  },
];

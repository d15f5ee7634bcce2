/** Checks the option `pdfua`: poppler reads the tags and the metadata of the result. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { python } from '../../../samples/run.ts';
import { outputOf, pdfInfo } from '../../results/measure.ts';
import type { Effect, Workbench } from '../../results/workbench.ts';

/** Prints the alternative texts of all figures. */
const alternatives = `
import sys, pikepdf
with pikepdf.open(sys.argv[1]) as pdf:
    tags = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get('/S') == pikepdf.Name.Figure]
    print([str(one.get('/Alt', '')) for one in tags])
`;

/** PDF/UA-1 in the metadata: an attribute, or an element that may declare its namespace itself. */
const declared = /<pdfuaid:part( xmlns:pdfuaid="[^"]+")?>1<|\spdfuaid:part="1"/;

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
      assert.match(await outputOf('/usr/bin/pdfinfo', ['-meta', result]), declared);
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
  {
    shows: ['pdfua'],
    description:
      'alternative texts of docx, odt and html become those of the figures, and decoration is an artifact',
    see: async () => {
      const picture = (await readFile(await lab.samples.get('png'))).toString('base64');
      const image = (alt: string) => `<img width="100" alt="${alt}" src="data:image/png;base64,${picture}">`;
      const page = (images: string) =>
        `<html lang="en"><head><title>T</title></head><body style="background:#eef"><h1>Head</h1><p>Words ${images}</p></body></html>`;
      const html = path.join(lab.dir, 'boat.html');
      const options = { pdfua: 'true', set_title: 'Boats', set_language: 'en' };
      for (const from of ['html', 'docx', 'odt']) {
        await writeFile(html, page(from === 'html' ? image('A red boat') + image('') : image('A red boat')));
        const source = from === 'html' ? html : await lab.converted('html', from, {}, html);
        const answer = await lab.send(source, from, 'pdf', options);
        assert.doesNotMatch(answer.headers.get('x-conversion-warnings') ?? '', /pdfua_problems/, from);
        const result = path.join(lab.dir, `boat-${from}.pdf`);
        await writeFile(result, answer.body);
        assert.equal((await python(alternatives, [result])).stdout.toString().trim(), "['A red boat']", from);
        const archived = await lab.converted(from, 'pdf', { ...options, pdfa: '2b' }, source);
        assert.match(await outputOf('/usr/bin/pdfinfo', ['-meta', archived]), declared, `PDF/A from ${from}`);
      }
      await writeFile(html, page(`<img width="100" src="data:image/png;base64,${picture}">`));
      const bare = await lab.send(html, 'html', 'pdf', options);
      assert.match(bare.headers.get('x-conversion-warnings') ?? '', /pdfua_problems/);
    },
  },
];

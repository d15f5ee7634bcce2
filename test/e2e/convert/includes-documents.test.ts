/** If a document, drawing or data file refers to another file, the content of that file never appears in a result. */
import { test } from 'node:test';
import { worldsFixture } from './includes/checks.ts';
import { documentsNaming } from './includes/documents.ts';

const { check } = worldsFixture(['present', 'missing']);

const documentTargets: Readonly<Record<string, readonly string[]>> = {
  svg: ['png', 'pdf', 'emf'],
  docx: ['html', 'epub', 'pdf'],
  odt: ['html', 'epub', 'pdf'],
  fodt: ['pdf'],
  html: ['docx', 'pdf', 'epub'],
  md: ['docx', 'pdf', 'odt'],
  epub: ['html', 'docx', 'pdf'],
  htmlz: ['epub'],
  txtz: ['epub'],
  fb2: ['epub'],
  ps: ['pdf'],
  eps: ['pdf'],
  eml: ['pdf', 'html'],
  yaml: ['json'],
  xml: ['json'],
};

for (const naming of documentsNaming) {
  test(
    `does not reveal files that ${naming.ext} input refers to: ${naming.name}`,
    { timeout: 120_000 },
    async () => {
      for (const to of documentTargets[naming.ext] ?? []) await check(naming, to, ['missing']);
    },
  );
}

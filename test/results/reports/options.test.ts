/** Verifies every option by measuring its effect in the result with another tool (contract §4.2). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { optionNames } from '@protean/engines/contract/options.ts';
import { documents } from '../../support/files/effects/documents.ts';
import { markdown } from '../../support/files/effects/markdown.ts';
import { media } from '../../support/files/effects/media.ts';
import { pdfAccessible } from '../../support/files/effects/pdf-accessible.ts';
import { pdfComparisons } from '../../support/files/effects/pdf-comparisons.ts';
import { pdfFiles } from '../../support/files/effects/pdf-files.ts';
import { pdfPages } from '../../support/files/effects/pdf-pages.ts';
import { pdfScans } from '../../support/files/effects/pdf-scans.ts';
import { pdfStamps } from '../../support/files/effects/pdf-stamps.ts';
import { pictures } from '../../support/files/effects/pictures.ts';
import { workbooks } from '../../support/files/effects/workbooks.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const effects = [...pictures(lab), ...media(lab), ...documents(lab), ...markdown(lab), ...workbooks(lab)];

/** Option effects that the tests in `test/results/pdf` verify. */
const ofPdfTools = [
  ...pdfStamps(lab),
  ...pdfFiles(lab),
  ...pdfPages(lab),
  ...pdfComparisons(lab),
  ...pdfScans(lab),
  ...pdfAccessible(lab),
];

describe('other tools confirm that each option has its documented effect', () => {
  for (const { shows, description, see } of effects)
    test(`applies ${shows.join(', ')} as documented: ${description}`, see);
});

test('the effect of every option is tested', () => {
  const seen = new Set([...effects, ...ofPdfTools].flatMap(({ shows }) => shows));
  assert.deepEqual(
    optionNames.filter((name) => !seen.has(name)),
    [],
  );
});

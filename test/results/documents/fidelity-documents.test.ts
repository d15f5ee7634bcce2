/**
 * Tests that conversions of documents, tables, archives and fonts keep the content. Independent tools read the results.
 */
import { describe, test } from 'node:test';
import { archives } from '../../support/results/fidelity/archives.ts';
import { documents } from '../../support/results/fidelity/documents.ts';
import { fonts } from '../../support/results/fidelity/fonts.ts';
import { formulas } from '../../support/results/fidelity/formulas.ts';
import { tables } from '../../support/results/fidelity/tables.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

describe('conversions keep the content of documents, tables, archives and fonts', () => {
  for (const { description, see } of [...documents, ...formulas, ...tables, ...archives, ...fonts])
    test(description, () => see(lab));
});

/** Content that conversions keep of documents, tables, archives and fonts, verified with an independent tool. */
import { describe, test } from 'node:test';
import { archives } from '../support/fidelity/archives.ts';
import { documents } from '../support/fidelity/documents.ts';
import { fonts } from '../support/fidelity/fonts.ts';
import { formulas } from '../support/fidelity/formulas.ts';
import { tables } from '../support/fidelity/tables.ts';
import { Workbench } from '../support/workbench.ts';

const lab = await Workbench.open();

describe('an independent tool finds that', () => {
  for (const { description, see } of [...documents, ...formulas, ...tables, ...archives, ...fonts])
    test(description, () => see(lab));
});

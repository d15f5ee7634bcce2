/** What conversions keep of what was in the file, each seen in the result by another tool than the one that wrote it. */
import { describe, test } from 'node:test';
import { archives } from '../support/fidelity/archives.ts';
import { colours } from '../support/fidelity/colours.ts';
import { formulas } from '../support/fidelity/formulas.ts';
import { fonts } from '../support/fidelity/fonts.ts';
import { media } from '../support/fidelity/media.ts';
import { pictures } from '../support/fidelity/pictures.ts';
import { picturePages } from '../support/fidelity/picture-pages.ts';
import { tables } from '../support/fidelity/tables.ts';
import { documents } from '../support/fidelity/documents.ts';
import { Workbench } from '../support/workbench.ts';

const lab = await Workbench.open();

describe('in the result it is seen that', () => {
  for (const { description, see } of [
    ...pictures,
    ...picturePages,
    ...colours,
    ...media,
    ...documents,
    ...formulas,
    ...tables,
    ...archives,
    ...fonts,
  ])
    test(description, () => see(lab));
});

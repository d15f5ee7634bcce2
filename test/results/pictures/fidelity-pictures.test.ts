/** Verifies with independent tools that conversions of pictures keep the content. */
import { describe, test } from 'node:test';
import { colours } from '../../support/results/fidelity/colours.ts';
import { pictures } from '../../support/results/fidelity/pictures.ts';
import { picturePages } from '../../support/results/fidelity/picture-pages.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

describe('conversions keep the content of pictures', () => {
  for (const { description, see } of [...pictures, ...picturePages, ...colours])
    test(description, () => see(lab));
});

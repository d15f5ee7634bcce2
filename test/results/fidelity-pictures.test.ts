/** What conversions keep of pictures, each seen in the result by another tool than the one that wrote it. */
import { describe, test } from 'node:test';
import { colours } from '../support/fidelity/colours.ts';
import { pictures } from '../support/fidelity/pictures.ts';
import { picturePages } from '../support/fidelity/picture-pages.ts';
import { Workbench } from '../support/workbench.ts';

const lab = await Workbench.open();

describe('in the result it is seen that', () => {
  for (const { description, see } of [...pictures, ...picturePages, ...colours])
    test(description, () => see(lab));
});

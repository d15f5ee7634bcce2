/** What conversions keep of what was in the file, each seen in the result by another tool than the one that wrote it. */
import { after, describe, test } from 'node:test';
import { archives } from './fidelity/archives.ts';
import { colours } from './fidelity/colours.ts';
import { fonts } from './fidelity/fonts.ts';
import { media } from './fidelity/media.ts';
import { pictures } from './fidelity/pictures.ts';
import { tables } from './fidelity/tables.ts';
import { writings } from './fidelity/writings.ts';
import { Laboratory } from './laboratory.ts';

const lab = await Laboratory.open();

after(() => lab.close());

describe('in the result it is seen that', () => {
  for (const { says, see } of [
    ...pictures,
    ...colours,
    ...media,
    ...writings,
    ...tables,
    ...archives,
    ...fonts,
  ])
    test(says, () => see(lab));
});

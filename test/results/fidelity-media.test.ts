/** What conversions keep of sound and films, each seen in the result by another tool than the one that wrote it. */
import { describe, test } from 'node:test';
import { media } from '../support/fidelity/media.ts';
import { Workbench } from '../support/workbench.ts';

const lab = await Workbench.open();

describe('in the result it is seen that', () => {
  for (const { description, see } of [...media]) test(description, () => see(lab));
});

/** Verifies with independent tools that conversions of audio and video keep the content. */
import { describe, test } from 'node:test';
import { media } from '../../support/results/fidelity/media.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

describe('conversions keep the content of audio and video', () => {
  for (const { description, see } of [...media]) test(description, () => see(lab));
});

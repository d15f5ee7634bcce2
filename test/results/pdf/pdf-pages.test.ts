/** Verifies splitting, the arrangement of pages, forms, bookmarks and metadata by reading the results with other tools. */
import { test } from 'node:test';
import { pdfPages } from '../../support/files/effects/pdf-pages.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

for (const { shows, description, see } of pdfPages(lab)) test(`${description} (${shows.join(', ')})`, see);

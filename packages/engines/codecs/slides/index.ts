/**
 * Protean's reader of PowerPoint: titles become headings, bullets become lists, and tables, charts, pictures and
 * speaker notes keep their positions.
 */
import { formatsOfFamily } from '@protean/formats';
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { pandocMounts } from '../../contract/mounts.ts';
import { convertByPandoc } from '../../tools/pandoc/index.ts';

const reads = formatsOfFamily('ooxml-slides');

const options = ['comments'] as const;

const pageOptions = ['comments', 'page_markers'] as const;

export const slides = defineEngine({
  id: 'slides',
  title: 'Protean slide reader',
  dangerous: 'all',
  // The slide reader uses pandoc to convert formulas and to write all formats except HTML.
  needs: [{ command: 'pandoc', debian: 'pandoc' }],
  mounts: pandocMounts,
  edges: [
    { reads, writes: ['html'], cost: 2, options: pageOptions },
    // The route through printed pages costs more, because printed pages have no speaker notes.
    { reads, writes: ['txt'], cost: 0.5, options },
    { reads, writes: ['docx'], cost: 3, loses: ['styling', 'layout', 'pages'], options },
  ],
  env: sourceDateEnv,
  command: (step) => {
    if (step.to === 'html') return runnerCommand('codecs/slides/runner.py', step);
    const page = `${step.work}/page.html`;
    return [
      runnerCommand('codecs/slides/runner.py', { ...step, output: page }),
      ...convertByPandoc({ ...step, from: 'html' }, page),
    ];
  },
});

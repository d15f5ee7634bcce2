/** Typst: compiles Typst documents to PDF and HTML. Other engines convert the PDF and HTML to further formats. */
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { fontMounts, nodeMounts } from '../../contract/mounts.ts';

const sources = ['typ'];

export const typst = defineEngine({
  id: 'typst',
  title: 'Typst',
  singleThreaded: true,
  knownGood: { from: 'typ', to: 'html', content: '= x\n' },
  // A Typst document is a program, which can read files in its folder and run endlessly.
  dangerous: 'all',
  needs: [
    {
      command: '/usr/share/fonts/truetype/liberation*/LiberationSans-Regular.ttf',
      debian: 'fonts-liberation',
    },
    { command: '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf', debian: 'fonts-droid-fallback' },
  ],
  mounts: [...nodeMounts, ...fontMounts],
  edges: [
    { reads: sources, writes: ['pdf'], cost: 1 },
    // Typst's HTML export drops formulas.
    { reads: sources, writes: ['html'], cost: 1, loses: ['math'] },
  ],
  env: sourceDateEnv,
  // 1 MB of source is 300 pages.
  timeBudget: { ms: 20_000, perMegabyte: 40_000 },
  command: (step) => runnerCommand('tools/typst/runner.ts', step),
});

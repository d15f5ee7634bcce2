/** WeasyPrint: converts HTML to PDF, and prints specimens of fonts. */
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { fontMounts, hyphenationPatterns, pythonMounts } from '../../contract/mounts.ts';

const fonts = ['ttf', 'otf', 'woff', 'woff2', 'ttc'];

export const weasyprint = defineEngine({
  id: 'weasyprint',
  title: 'WeasyPrint',
  singleThreaded: true,
  knownGood: { from: 'html', to: 'pdf', content: '<p>x</p>\n' },
  dangerous: 'all',
  needs: [
    { command: 'weasyprint', debian: 'weasyprint' },
    { command: '/usr/lib/python3/dist-packages/fontTools/__init__.py', debian: 'python3-fonttools' },
    { command: '/usr/lib/python3/dist-packages/brotli.py', debian: 'python3-brotli' },
    // The labels of a font specimen use Liberation Sans.
    {
      command: '/usr/share/fonts/truetype/liberation*/LiberationSans-Regular.ttf',
      debian: 'fonts-liberation',
    },
  ],
  mounts: [...pythonMounts, ...fontMounts, hyphenationPatterns],
  edges: [
    // Loses `math`, because WeasyPrint prints the characters of MathML formulas in one row.
    { reads: ['html', 'xhtml'], writes: ['pdf'], cost: 4, loses: ['math'], options: ['paper', 'margin'] },
    { reads: fonts, writes: ['pdf'], cost: 5, options: ['instance'] },
  ],
  // Sets a constant time, because subset fonts contain a timestamp.
  env: sourceDateEnv,
  command: (step) =>
    runnerCommand(
      fonts.includes(step.from) ? 'tools/weasyprint/runner_specimen.py' : 'tools/weasyprint/runner.py',
      step,
    ),
  // 1 MB of text makes about 500 pages, which take about 25 s on an idle machine. The time limit is about five times
  // the duration on an idle machine.
  timeBudget: { ms: 20_000, perMegabyte: 130_000 },
});

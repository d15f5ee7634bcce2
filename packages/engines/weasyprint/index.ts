/** WeasyPrint: web pages onto paper, and what a font looks like. */
import { sourceDateEnv } from '../runtime/source-date-epoch.ts';
import { defineEngine, runnerCommand } from '../runtime/engine.ts';
import { fontMounts, hyphenationPatterns, pythonMounts } from '../runtime/mounts.ts';

const fonts = ['ttf', 'otf', 'woff', 'woff2', 'ttc'];

export const weasyprint = defineEngine({
  id: 'weasyprint',
  title: 'WeasyPrint',
  singleThreaded: true,
  knownGood: { from: 'html', to: 'pdf', content: '<p>x</p>\n' },
  dangerous: 'all',
  needs: [
    { command: 'weasyprint', debian: 'weasyprint' },
    { command: '/usr/lib/python3/dist-packages/chardet/__init__.py', debian: 'python3-chardet' },
    { command: '/usr/lib/python3/dist-packages/fontTools/__init__.py', debian: 'python3-fonttools' },
    { command: '/usr/lib/python3/dist-packages/brotli.py', debian: 'python3-brotli' },
    // What is said about a font is written in another.
    {
      command: '/usr/share/fonts/truetype/liberation*/LiberationSans-Regular.ttf',
      debian: 'fonts-liberation',
    },
  ],
  mounts: [...pythonMounts, ...fontMounts, hyphenationPatterns],
  edges: [
    // It prints the characters of a MathML formula, but in one row.
    { reads: ['html', 'xhtml'], writes: ['pdf'], cost: 4, loses: ['math'], options: ['paper', 'margin'] },
    { reads: fonts, writes: ['pdf'], cost: 5 },
  ],
  // A font cut down to what is shown of it notes when.
  env: sourceDateEnv,
  command: (step) =>
    runnerCommand(fonts.includes(step.from) ? 'weasyprint/runner_specimen.py' : 'weasyprint/runner.py', step),
  // A megabyte of text is 500 pages, of which it lays out 20 a second.
  timeBudget: { ms: 20_000, perMegabyte: 130_000 },
});

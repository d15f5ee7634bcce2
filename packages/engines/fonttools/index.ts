/** fontTools: fonts of the web and the desktop into one another, tables kept as they are. */
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { pythonMounts } from '../runtime/mounts.ts';

const wrapped = ['woff', 'woff2', 'eot'];

export const fonttools = defineEngine({
  id: 'fonttools',
  title: 'fontTools',
  singleThreaded: true,
  needs: [
    { command: '/usr/lib/python3/dist-packages/fontTools/__init__.py', debian: 'python3-fonttools' },
    { command: '/usr/lib/python3/dist-packages/brotli.py', debian: 'python3-brotli' },
  ],
  mounts: pythonMounts,
  edges: [
    { reads: ['ttf', ...wrapped], writes: ['ttf', ...wrapped], cost: 2 },
    // A web font keeps the outlines it comes with, of either kind.
    { reads: ['otf'], writes: ['woff', 'woff2'], cost: 2 },
    // Outlines of the other kind are drawn anew, without the instructions that belonged to the old.
    { reads: ['ttf', ...wrapped], writes: ['otf'], cost: 3, loses: ['hinting'] },
    { reads: ['otf'], writes: ['ttf', 'eot'], cost: 3, loses: ['hinting'] },
    // Nothing but the outlines and their instructions.
    { reads: ['otf'], writes: ['cff'], cost: 2 },
    { reads: ['ttf', ...wrapped], writes: ['cff'], cost: 3, loses: ['hinting'] },
    { reads: ['ttc', 'dfont'], writes: ['ttf', 'woff', 'woff2'], cost: 3, many: true },
    { reads: ['ttc', 'dfont'], writes: ['otf'], cost: 3, loses: ['hinting'], many: true },
  ],
  prePostSteps: [{ formats: ['ttf', 'otf', 'woff', 'woff2'], when: 'after', options: ['subset'] }],
  command: (step) => (step.from === step.to ? cut(step) : runnerCommand('fonttools/runner.py', step)),
  limits: { memory: 768 * 1024 * 1024 },
});

/** Keeps the letters that were asked for, and what shapes them. */
function cut({ input, output, to, options: { subset = '' } }: Step): string[] {
  const ranges = /^\s*U\+/i.test(subset);
  return [
    ...['/usr/bin/python3', '-m', 'fontTools.subset', input, `--output-file=${output}`],
    ranges ? `--unicodes=${subset.replaceAll(/U\+/gi, '')}` : `--text=${subset}`,
    ...['--layout-features=*', '--name-IDs=*', '--notdef-outline', '--glyph-names'],
    ...(to.startsWith('woff') ? [`--flavor=${to}`] : []),
  ];
}

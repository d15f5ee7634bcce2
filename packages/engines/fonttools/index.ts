/** fontTools: converts web and desktop fonts, and keeps their tables unchanged where possible. */
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { pythonMounts } from '../runtime/mounts.ts';
import { sameFormatEdges } from '../runtime/same-format.ts';

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
    // Web fonts may contain outlines of either kind.
    { reads: ['otf'], writes: ['woff', 'woff2'], cost: 2 },
    // Converted outlines lose their hinting instructions.
    { reads: ['ttf', ...wrapped], writes: ['otf'], cost: 3, loses: ['hinting'] },
    { reads: ['otf'], writes: ['ttf', 'eot'], cost: 3, loses: ['hinting'] },
    // Only the outlines and their hints.
    { reads: ['otf'], writes: ['cff'], cost: 2 },
    { reads: ['ttf', ...wrapped], writes: ['cff'], cost: 3, loses: ['hinting'] },
    { reads: ['ttc', 'dfont'], writes: ['ttf', 'woff', 'woff2'], cost: 3, many: true },
    { reads: ['ttc', 'dfont'], writes: ['otf'], cost: 3, loses: ['hinting'], many: true },
    ...sameFormatEdges('fonttools'),
  ],
  prePostSteps: [{ formats: ['ttf', 'otf', 'woff', 'woff2'], when: 'after', options: ['subset'] }],
  command: (step) =>
    step.options.subset !== undefined && step.from === step.to
      ? subsetFont(step)
      : runnerCommand('fonttools/runner.py', step),
  limits: { memory: 768 * 1024 * 1024 },
});

/** Keeps the requested characters and what shapes them. */
function subsetFont({ input, output, to, options: { subset = '' } }: Step): string[] {
  const ranges = /^\s*U\+/i.test(subset);
  return [
    ...['/usr/bin/python3', '-m', 'fontTools.subset', input, `--output-file=${output}`],
    ranges ? `--unicodes=${subset.replaceAll(/U\+/gi, '')}` : `--text=${subset}`,
    ...['--layout-features=*', '--name-IDs=*', '--notdef-outline', '--glyph-names'],
    ...(to.startsWith('woff') ? [`--flavor=${to}`] : []),
  ];
}

/** fontTools: converts web and desktop fonts, and keeps their tables unchanged if possible. */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';
import { sameFormatEdges } from '../../shared/runner/same-format.ts';

const wrapped = ['woff', 'woff2', 'eot'];

const instance = ['instance'] as const;

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
    { reads: ['ttf', ...wrapped], writes: ['ttf', ...wrapped], cost: 2, options: instance },
    // Web fonts may contain either kind of outlines (CFF or TrueType).
    { reads: ['otf'], writes: ['woff', 'woff2'], cost: 2, options: instance },
    // Converted outlines lose their hinting instructions.
    { reads: ['ttf', ...wrapped], writes: ['otf'], cost: 3, loses: ['hinting'], options: instance },
    { reads: ['otf'], writes: ['ttf', 'eot'], cost: 3, loses: ['hinting'], options: instance },
    // CFF files contain only the outlines and their hints.
    { reads: ['otf'], writes: ['cff'], cost: 2, options: instance },
    { reads: ['ttf', ...wrapped], writes: ['cff'], cost: 3, loses: ['hinting'], options: instance },
    { reads: ['ttc', 'dfont'], writes: ['ttf', 'woff', 'woff2'], cost: 3, many: true, options: instance },
    { reads: ['ttc', 'dfont'], writes: ['otf'], cost: 3, loses: ['hinting'], many: true, options: instance },
    ...sameFormatEdges('fonttools'),
  ],
  passes: [{ formats: ['ttf', 'otf', 'woff', 'woff2'], when: 'after', phase: 'reduce', options: ['subset'] }],
  command: (step) => runnerCommand('tools/fonttools/runner.py', step),
  limits: { memory: 768 * 1024 * 1024 },
});

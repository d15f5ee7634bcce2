/**
 * Converts compiled HTML help (.chm) to one page with all topics in the order of the table of contents. 7-Zip unpacks
 * the file.
 */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { archiverMounts } from '../../contract/mounts.ts';

export const chm = defineEngine({
  id: 'chm',
  title: 'Protean CHM reader',
  singleThreaded: true,
  dangerous: 'all',
  needs: [
    { command: '7zz', debian: '7zip-standalone' },
    { command: '/usr/lib/python3/dist-packages/html5lib/__init__.py', debian: 'python3-html5lib' },
  ],
  mounts: archiverMounts,
  edges: [{ reads: ['chm'], writes: ['html'], cost: 1 }],
  command: (step) => {
    const files = `${step.work}/help`;
    return [
      ['7zz', 'x', '-y', '-bd', '-bso0', '-tchm', `-o${files}`, '--', step.input],
      runnerCommand('codecs/chm/runner.py', step, { files }),
    ];
  },
  // The conversion takes long in relation to the size of the help file. The text in a help file is compressed to a
  // fifth of its size and divided into many small pages.
  timeBudget: { ms: 30_000, perMegabyte: 60_000 },
});

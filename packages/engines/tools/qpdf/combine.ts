/**
 * qpdf and pikepdf: join PDFs. Each source file gets a bookmark in the result. In the result, the links and bookmarks
 * of a source file lead to the pages from the same file.
 */
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { binaries, pythonMounts } from '../../contract/mounts.ts';

export const qpdfCombine = defineEngine({
  id: 'qpdf-combine',
  title: 'qpdf and pikepdf',
  needs: [
    { command: 'qpdf', debian: 'qpdf' },
    { command: '/usr/lib/python3/dist-packages/pikepdf/__init__.py', debian: 'python3-pikepdf' },
  ],
  mounts: [...pythonMounts, ...binaries('qpdf')],
  edges: [{ reads: ['pdf'], writes: ['pdf'], cost: 1, combines: true }],
  isEngineFault: isRunnerFault,
  reasons: [[/invalid password/, 'wrong_password']],
  command: (step) => {
    const { inputs = [], work } = step;
    const [first = '', ...others] = inputs;
    const merged = `${work}/merged.pdf`;
    const join = ['qpdf', first, '--pages', '.', ...others, '--', merged];
    return [
      // qpdf exits with status 3 if it repaired errors and printed warnings about them.
      ['/bin/sh', '-c', '"$@"; status=$?; test $status -eq 3 || exit $status', 'sh', ...join],
      runnerCommand('tools/pikepdf/combine.py', step, { merged }),
    ];
  },
});

/** qpdf: writes a PDF of the objects that are left of one, with a list of its pages that we make anew. */
import { defineEngine } from '../../contract/engine.ts';
import { binaries, pythonMounts } from '../../contract/mounts.ts';
import { formatsBy, inPython, python, repairing, repairEngine } from './repair-engine.ts';

export const repairPages = defineEngine({
  ...repairEngine,
  id: 'repair-pages',
  title: 'qpdf, with the objects that are left of a PDF',
  needs: [python, { command: 'qpdf', debian: 'qpdf' }],
  mounts: [...pythonMounts, ...binaries('qpdf')],
  singleThreaded: true,
  passes: repairing(formatsBy('pdf')),
  command: inPython,
});

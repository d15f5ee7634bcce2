/** Declares the engine that repairs PDFs with qpdf: writes the remaining objects with a rebuilt page list. */
import { defineEngine } from '../../contract/engine.ts';
import { binaries, pythonMounts } from '../../contract/mounts.ts';
import { formatsBy, inPython, python, repairing, repairEngine } from './repair-engine.ts';

export const repairPages = defineEngine({
  ...repairEngine,
  id: 'repair-pages',
  title: 'File repair (qpdf)',
  needs: [python, { command: 'qpdf', debian: 'qpdf' }],
  mounts: [...pythonMounts, ...binaries('qpdf')],
  singleThreaded: true,
  passes: repairing(formatsBy('pdf')),
  command: inPython,
});

/**
 * Declares the repair engine for the formats that need only Python: zip and zip-based formats, tar, XML and text.
 *
 * The engine writes a valid file from the intact parts of a damaged or truncated file, and warns how much was saved.
 */
import { defineEngine } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';
import { formatsBy, inPython, python, repairing, repairEngine } from './repair-engine.ts';

export const repair = defineEngine({
  ...repairEngine,
  id: 'repair',
  title: 'File repair',
  needs: [python],
  mounts: pythonMounts,
  singleThreaded: true,
  passes: repairing(formatsBy('zip', 'open-xml', 'open-document', 'epub', 'tar', 'xml', 'text')),
  command: inPython,
});

/**
 * Repair: makes a sound file of the same format of what a damaged or truncated one still holds, and warns of how much that
 * is. Here are the formats for which Python alone is enough: zips and what is made of them, tapes, XML and text.
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

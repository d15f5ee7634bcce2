/** Declares the engine that repairs pictures: Pillow decodes the readable part. */
import { defineEngine } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';
import { formatsBy, inPython, python, repairing, repairEngine } from './repair-engine.ts';

export const repairPictures = defineEngine({
  ...repairEngine,
  id: 'repair-pictures',
  title: 'File repair (Pillow)',
  needs: [python, { command: '/usr/lib/python3/dist-packages/PIL/__init__.py', debian: 'python3-pil' }],
  mounts: pythonMounts,
  singleThreaded: true,
  passes: repairing(formatsBy('picture')),
  command: inPython,
});

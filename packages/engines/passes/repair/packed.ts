/** libarchive and 7-Zip: unpack what is left of packed files and archives, and pack that anew. */
import { defineEngine } from '../../contract/engine.ts';
import { archiverMounts } from '../../contract/mounts.ts';
import { formatsBy, inPython, python, repairing, repairEngine } from './repair-engine.ts';

export const repairPacked = defineEngine({
  ...repairEngine,
  id: 'repair-packed',
  title: 'libarchive and 7-Zip, as far as they can unpack',
  needs: [
    python,
    { command: 'bsdtar', debian: 'libarchive-tools' },
    { command: '7zz', debian: '7zip-standalone' },
  ],
  mounts: archiverMounts,
  passes: repairing(formatsBy('stream', 'packed-tar', '7z')),
  command: inPython,
});

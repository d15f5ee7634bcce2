/** libarchive and 7-Zip: unpack the intact data of compressed files and archives, and repack it. */
import { defineEngine } from '../../contract/engine.ts';
import { archiverMounts } from '../../contract/mounts.ts';
import { formatsBy, inPython, python, repairing, repairEngine } from './repair-engine.ts';

export const repairPacked = defineEngine({
  ...repairEngine,
  id: 'repair-packed',
  title: 'File repair (libarchive and 7-Zip)',
  needs: [
    python,
    { command: 'bsdtar', debian: 'libarchive-tools' },
    { command: '7zz', debian: '7zip-standalone' },
  ],
  mounts: archiverMounts,
  passes: repairing(formatsBy('stream', 'packed-tar', '7z')),
  command: inPython,
});

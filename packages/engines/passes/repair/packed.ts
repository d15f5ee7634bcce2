/**
 * Declares the engine that repairs compressed files and archives: unpacks the intact data with libarchive and 7-Zip,
 * and repacks it.
 */
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

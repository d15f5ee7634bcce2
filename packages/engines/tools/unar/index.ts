/** unar: reads RAR archives of all versions, and archives with names in legacy encodings. */
import { defineEngine } from '../../contract/engine.ts';
import {
  archiveOptions,
  archiveTargets,
  comicTargets,
  repack,
  repackSettings,
  type ArchiveReader,
} from '../libarchive/index.ts';
import { archiverMounts } from '../../contract/mounts.ts';

// unar does not detect Japanese from a few short names. Most LHA files are Japanese, so Shift JIS is the default for
// LHA.
const readers: Readonly<Record<string, ArchiveReader>> = {
  rar: { tool: 'unar' },
  cbr: { tool: 'unar' },
  lzh: { tool: 'unar', defaultEncoding: 'shift_jis' },
};

export const unar = defineEngine({
  id: 'unar',
  title: 'unar',
  dangerous: 'all',
  needs: [
    { command: 'unar', debian: 'unar' },
    { command: 'bsdtar', debian: 'libarchive-tools' },
    { command: 'python3', debian: 'python3' },
  ],
  mounts: archiverMounts,
  edges: [
    { reads: ['rar', 'lzh'], writes: archiveTargets, cost: 1, options: archiveOptions },
    { reads: ['cbr'], writes: [...comicTargets, 'zip'], cost: 1, options: archiveOptions },
    { reads: ['rar'], writes: ['cbz'], cost: 1, options: archiveOptions },
  ],
  command: (step) => repack(step, [readers[step.from] ?? { tool: 'unar' }]),
  ...repackSettings,
});

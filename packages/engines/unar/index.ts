/** unar: RAR in all its versions, and archives with names in old code pages. */
import { defineEngine } from '../runtime/engine.ts';
import {
  archiveOptions,
  archiveTargets,
  comicTargets,
  repack,
  repackNeeds,
  type ArchiveReader,
} from '../libarchive/index.ts';
import { archiverMounts } from '../runtime/mounts.ts';

// LHA comes from Japan; what unar makes of a few short names is less than that.
const readers: Readonly<Record<string, ArchiveReader>> = {
  rar: { tool: 'unar' },
  cbr: { tool: 'unar' },
  lzh: { tool: 'unar', usual: 'shift_jis' },
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
  ...repackNeeds,
});

/** 7-Zip: reads archives that libarchive does not support, or does not support well. */
import { defineEngine } from '../../contract/engine.ts';
import {
  archiveOptions,
  archiveTargets,
  comicTargets,
  repack,
  repackSettings,
  type ArchiveReader,
} from '../libarchive/index.ts';
import { sameFormatEdges } from '../../shared/runner/same-format.ts';
import { archiverMounts } from '../../contract/mounts.ts';

/** 7-Zip's names of the archive types. */
const types: Readonly<Record<string, string>> = { '7z': '7z', cb7: '7z', arj: 'arj', wim: 'wim' };

export const sevenzip = defineEngine({
  id: 'sevenzip',
  title: '7-Zip',
  dangerous: 'all',
  needs: [
    { command: '7zz', debian: '7zip-standalone' },
    { command: 'bsdtar', debian: 'libarchive-tools' },
    { command: 'python3', debian: 'python3' },
  ],
  mounts: archiverMounts,
  edges: [
    { reads: ['7z', 'arj', 'wim'], writes: archiveTargets, cost: 1, options: archiveOptions },
    { reads: ['cb7'], writes: [...comicTargets, 'zip'], cost: 1, options: archiveOptions },
    { reads: ['7z'], writes: ['cbz'], cost: 1, options: archiveOptions },
    ...sameFormatEdges('sevenzip'),
  ],
  command: (step) => repack(step, sevenzipReaders(step.from)),
  ...repackSettings,
});

export function sevenzipReaders(ext: string): ArchiveReader[] {
  return [{ tool: 'sevenzip', type: types[ext] ?? ext }];
}

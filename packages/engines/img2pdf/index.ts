/** img2pdf: puts images on the pages of a PDF, JPEGs without recompression. */
import { format } from '@protean/formats';
import { defineEngine, runnerCommand } from '../runtime/engine.ts';
import { readersOf, repack, repackSettings, type ArchiveReader } from '../libarchive/index.ts';
import { sevenzipReaders } from '../sevenzip/index.ts';
import { binaries, nodeMounts, archiverMounts } from '../runtime/mounts.ts';

/** Archives of images, and how they are unpacked. */
const albums: Readonly<Record<string, readonly ArchiveReader[]>> = {
  zip: readersOf('zip'),
  tar: readersOf('tar'),
  '7z': sevenzipReaders('7z'),
  rar: [{ tool: 'unar' }],
};

const pagesOptions = ['dpi', 'paper', 'margin', 'background', 'page'] as const;

export const img2pdf = defineEngine({
  id: 'img2pdf',
  title: 'img2pdf',
  dangerous: Object.keys(albums),
  needs: [
    { command: 'img2pdf', debian: 'img2pdf' },
    { command: 'bsdtar', debian: 'libarchive-tools' },
    { command: '7zz', debian: '7zip-standalone' },
    { command: 'unar', debian: 'unar' },
  ],
  mounts: [...archiverMounts, ...nodeMounts, ...binaries('img2pdf')],
  edges: [
    { reads: ['jpg', 'png', 'webp', 'gif', 'avif', 'tiff'], writes: ['pdf'], cost: 3, options: pagesOptions },
    { reads: Object.keys(albums), writes: ['pdf'], cost: 3, options: ['dpi', 'paper', 'margin', 'password'] },
  ],
  command: (step) => {
    const album = albums[step.from];
    const print = runnerCommand('img2pdf/runner.ts', step, {
      holds: format(step.to).holds,
      album: album !== undefined,
    });
    return album ? [repack(step, album), print] : print;
  },
  ...repackSettings,
});

/** img2pdf: puts images on the pages of a PDF. Images in formats that PDF supports are not encoded again. */
import { defineEngine } from '../../contract/engine.ts';
import { readersOf, repack, repackSettings, type ArchiveReader } from '../libarchive/index.ts';
import { sevenzipReaders } from '../sevenzip/index.ts';
import { archiverMounts, pictureMounts } from '../../contract/mounts.ts';
import { img2pdfMounts, img2pdfNeed, pageCommand, pageOptions, sheetOptions } from './page.ts';

/** Maps a format of archives with images to the readers that unpack such archives. */
const albums: Readonly<Record<string, readonly ArchiveReader[]>> = {
  zip: readersOf('zip'),
  tar: readersOf('tar'),
  '7z': sevenzipReaders('7z'),
  rar: [{ tool: 'unar' }],
};

export const img2pdf = defineEngine({
  id: 'img2pdf',
  title: 'img2pdf',
  dangerous: Object.keys(albums),
  needs: [
    img2pdfNeed,
    { command: 'bsdtar', debian: 'libarchive-tools' },
    { command: '7zz', debian: '7zip-standalone' },
    { command: 'unar', debian: 'unar' },
  ],
  mounts: [...archiverMounts, ...pictureMounts, ...img2pdfMounts],
  edges: [
    {
      reads: ['jpg', 'png', 'webp', 'gif', 'avif', 'tiff'],
      writes: ['pdf'],
      cost: 3,
      options: [...pageOptions, 'page'],
    },
    { reads: Object.keys(albums), writes: ['pdf'], cost: 3, options: [...sheetOptions, 'password'] },
  ],
  command: (step) => {
    const album = albums[step.from];
    return album ? [repack(step, album), pageCommand(step, { album: true })] : pageCommand(step);
  },
  ...repackSettings,
});

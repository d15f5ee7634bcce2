/** 7-Zip: archives that libarchive reads badly or not at all. */
import { defineEngine } from './engine.ts';
import { archiveOptions, archiveTargets, comicTargets, repack, repackNeeds } from './libarchive.ts';

/** 7-Zip's name for the one type that each extension promises. */
const types: Readonly<Record<string, string>> = { '7z': '7z', cb7: '7z', arj: 'arj', wim: 'wim' };

export const sevenzip = defineEngine({
  id: 'sevenzip',
  title: '7-Zip',
  needs: [
    { command: '7zz', debian: '7zip' },
    { command: 'bsdtar', debian: 'libarchive-tools' },
    { command: 'python3', debian: 'python3' },
  ],
  edges: [
    { reads: ['7z', 'arj', 'wim'], writes: archiveTargets, cost: 1, options: archiveOptions },
    { reads: ['cb7'], writes: comicTargets, cost: 1, options: archiveOptions },
  ],
  command: (step) => repack(step, [{ tool: 'sevenzip', type: types[step.from] ?? step.from }]),
  ...repackNeeds,
});

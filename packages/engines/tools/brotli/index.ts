/** brotli: compresses and decompresses streams, which contain a single file and no file name. */
import { defineEngine } from '../../contract/engine.ts';
import {
  packTargets,
  readersOf,
  repack,
  repackSettings,
  streamSources,
  streamTargets,
} from '../libarchive/index.ts';
import { archiverMounts } from '../../contract/mounts.ts';

export const brotli = defineEngine({
  id: 'brotli',
  title: 'brotli',
  dangerous: 'all',
  needs: [
    { command: 'brotli', debian: 'brotli' },
    { command: 'bsdtar', debian: 'libarchive-tools' },
    { command: 'python3', debian: 'python3' },
  ],
  mounts: archiverMounts,
  edges: [
    { reads: ['br'], writes: [...streamTargets, ...packTargets], cost: 1 },
    { reads: streamSources, writes: ['br'], cost: 1 },
  ],
  command: (step) => repack(step, step.from === 'br' ? [{ tool: 'brotli' }] : readersOf(step.from)),
  ...repackSettings,
});

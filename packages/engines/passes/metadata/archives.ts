/** Declares the engine that removes metadata from archives: owners, times and comments. */
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { archiverMounts } from '../../contract/mounts.ts';
import { cleanerOf, cleaners } from '../../shared/metadata/formats.ts';

export const metadataOfArchives = defineEngine({
  id: 'metadata-archives',
  title: 'Metadata remover (archives)',
  dangerous: 'all',
  needs: [
    { command: 'python3', debian: 'python3' },
    { command: 'bsdtar', debian: 'libarchive-tools' },
    { command: '7zz', debian: '7zip-standalone' },
  ],
  mounts: archiverMounts,
  edges: [],
  passes: [
    {
      formats: cleaners['archive'] ?? [],
      when: 'after',
      phase: 'clean',
      options: ['strip_metadata'],
      sharedOptions: ['password'],
      concludes: true,
    },
  ],
  isEngineFault: isRunnerFault,
  command: (step) =>
    runnerCommand('passes/metadata/runner.py', step, { cleaner: cleanerOf(step.to), strip: true }),
  limits: { outputBytes: 3 * 1024 ** 3 },
});

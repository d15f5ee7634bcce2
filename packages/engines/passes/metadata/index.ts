/**
 * Declares the engine that removes data about people, places, times and programs from a result. The result is delivered
 * only if a check finds no metadata.
 */
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';
import { cleanedOnly, cleanerOf, cleaners, markupAndPictures } from '../../shared/metadata/formats.ts';

/** Formats that cannot contain code or references to other files. */
const harmless = new Set([...(cleaners['picture'] ?? []), ...(cleaners['subtitles'] ?? [])]);

export const metadata = defineEngine({
  id: 'metadata',
  title: 'Metadata remover',
  singleThreaded: true,
  dangerous: markupAndPictures.filter((ext) => !harmless.has(ext)),
  needs: [
    { command: 'python3', debian: 'python3' },
    { command: '/usr/lib/python3/dist-packages/olefile/__init__.py', debian: 'python3-olefile' },
  ],
  mounts: pythonMounts,
  // Without the option `strip_metadata`, a readable file is delivered unchanged.
  edges: cleanedOnly.map((ext) => ({
    reads: [ext],
    writes: [ext],
    options: ['strip_metadata'],
    cost: 1,
    sameFormat: true,
  })),
  passes: [
    {
      formats: markupAndPictures,
      when: 'after',
      phase: 'clean',
      options: ['strip_metadata'],
      concludes: true,
    },
  ],
  isEngineFault: isRunnerFault,
  command: (step) =>
    runnerCommand('passes/metadata/runner.py', step, {
      cleaner: cleanerOf(step.to),
      strip: step.options.strip_metadata === true,
    }),
  limits: { memory: 1536 * 1024 * 1024 },
});

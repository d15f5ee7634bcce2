/** Declares the engine that removes metadata from fonts with fontTools. The fonts keep their license texts. */
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';
import { fontFormats } from '../../shared/metadata/formats.ts';

export const metadataOfFonts = defineEngine({
  id: 'metadata-fonts',
  title: 'Metadata remover (fontTools)',
  singleThreaded: true,
  needs: [
    { command: '/usr/lib/python3/dist-packages/fontTools/__init__.py', debian: 'python3-fonttools' },
    { command: '/usr/lib/python3/dist-packages/brotli.py', debian: 'python3-brotli' },
  ],
  mounts: pythonMounts,
  edges: [],
  passes: [
    { formats: fontFormats, when: 'after', phase: 'clean', options: ['strip_metadata'], concludes: true },
  ],
  isEngineFault: isRunnerFault,
  command: (step) => runnerCommand('passes/metadata/cleaners/fonts.py', step),
  limits: { memory: 768 * 1024 * 1024 },
});

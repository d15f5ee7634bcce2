/** pikepdf and poppler: read the signatures, attachments, metadata and electronic invoice of a PDF. */
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { binaries, pythonMounts } from '../../contract/mounts.ts';

export const pikepdfReading = defineEngine({
  id: 'pikepdf-reading',
  title: 'PDF reader (pikepdf and poppler)',
  needs: [
    { command: '/usr/lib/python3/dist-packages/pikepdf/__init__.py', debian: 'python3-pikepdf' },
    { command: 'pdfsig', debian: 'poppler-utils' },
  ],
  mounts: [...pythonMounts, ...binaries('pdfsig'), '/usr/share/poppler'],
  edges: [
    { reads: ['pdf'], writes: ['json'], cost: 1 },
    { reads: ['pdf'], writes: ['xml'], cost: 1 },
  ],
  isEngineFault: isRunnerFault,
  limits: { memory: 1536 * 1024 * 1024 },
  command: (step) => runnerCommand('tools/pikepdf/runner_read.py', step),
});

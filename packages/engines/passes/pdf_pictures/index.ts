/** pikepdf and Pillow: reduce the pictures in a PDF. All other content of the PDF stays unchanged. */
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';

export const pdfPictures = defineEngine({
  id: 'pdf-pictures',
  title: 'Pictures in PDFs (pikepdf and Pillow)',
  singleThreaded: true,
  needs: [
    { command: '/usr/lib/python3/dist-packages/pikepdf/__init__.py', debian: 'python3-pikepdf' },
    { command: '/usr/lib/python3/dist-packages/PIL/__init__.py', debian: 'python3-pil' },
  ],
  mounts: pythonMounts,
  edges: [],
  passes: [{ formats: ['pdf'], when: 'after', phase: 'reduce', options: ['quality', 'max_size'] }],
  isEngineFault: isRunnerFault,
  reasons: [[/invalid password/, 'password_required']],
  timeBudget: { ms: 40_000, perMegabyte: 10_000 },
  limits: { memory: 1536 * 1024 * 1024 },
  command: (step) => runnerCommand('passes/pdf_pictures/runner.py', step),
});

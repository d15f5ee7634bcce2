/** Pillow and pikepdf: straighten and clean the scanned pages of a PDF before their text is recognized, and compress them afterwards. */
import { sandboxPaths } from '../../contract/sandbox-paths.ts';
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { nodeMounts, pdfTextMounts } from '../../contract/mounts.ts';
import { pageCheck } from '../../shared/image/page-check.ts';
import { pictures } from '../tesseract/languages.ts';

/** Options whose effect also improves the recognized text. */
const improving = ['deskew', 'clean'] as const;

export const scans = defineEngine({
  id: 'scans',
  title: 'Scans (Pillow and pikepdf)',
  singleThreaded: true,
  needs: [
    { command: '/usr/lib/python3/dist-packages/pikepdf/__init__.py', debian: 'python3-pikepdf' },
    { command: '/usr/lib/python3/dist-packages/PIL/__init__.py', debian: 'python3-pil' },
    { command: 'qpdf', debian: 'qpdf' },
  ],
  mounts: [...pdfTextMounts, ...nodeMounts],
  edges: [],
  passes: [
    { formats: ['pdf'], when: 'before', phase: 'select', options: improving },
    { formats: ['pdf'], when: 'after', phase: 'decode', sources: pictures, options: improving },
    // `scan_compression` runs after text recognition, which uses the uncompressed pages.
    { formats: ['pdf'], when: 'after', phase: 'select', options: ['scan_compression'] },
  ],
  isEngineFault: isRunnerFault,
  reasons: [[/invalid password/, 'password_required']],
  timeBudget: { ms: 60_000, perMegabyte: 10_000 },
  limits: { memory: 2048 * 1024 * 1024 },
  command: (step) => [
    pageCheck(step, { rendered: false }),
    runnerCommand('tools/scans/runner.py', step, { jbig2: [sandboxPaths.node, encoder] }),
  ],
});

const encoder = `${sandboxPaths.engines}/tools/scans/runner-jbig2.ts`;

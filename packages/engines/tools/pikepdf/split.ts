/**
 * Splits a PDF into several PDFs. Each result keeps the bookmarks, links, form fields, labels and tags of its pages.
 */
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { binaries, pdfTextMounts } from '../../contract/mounts.ts';
import { pageCheck } from '../../shared/image/page-check.ts';

export const pikepdfSplit = defineEngine({
  id: 'pikepdf-split',
  title: 'PDF splitter (pikepdf)',
  singleThreaded: true,
  needs: [
    { command: '/usr/lib/python3/dist-packages/pikepdf/__init__.py', debian: 'python3-pikepdf' },
    { command: 'qpdf', debian: 'qpdf' },
    { command: 'pdftoppm', debian: 'poppler-utils' },
  ],
  mounts: [...pdfTextMounts, ...binaries('pdftoppm')],
  edges: [],
  passes: [{ formats: ['pdf'], when: 'after', phase: 'divide', options: ['split'], many: true }],
  showsFileName: true,
  timeBudget: { ms: 60_000, perMegabyte: 10_000 },
  limits: { memory: 1536 * 1024 * 1024 },
  isEngineFault: isRunnerFault,
  reasons: [[/invalid password/, 'password_required']],
  command: (step) => [pageCheck(step, { rendered: false }), runnerCommand('tools/pikepdf/split.py', step)],
});

/**
 * pikepdf, poppler and MuPDF: read the form, bookmarks, signatures, attachments, metadata, electronic invoice and page
 * kinds of a PDF, and compare two PDFs.
 */
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { binaries, fontMounts, pdfTextMounts } from '../../contract/mounts.ts';
import { maxPages, pageCheck } from '../../shared/image/page-check.ts';

export const pikepdfReading = defineEngine({
  id: 'pikepdf-reading',
  title: 'PDF reader (pikepdf, poppler and MuPDF)',
  needs: [
    { command: '/usr/lib/python3/dist-packages/pikepdf/__init__.py', debian: 'python3-pikepdf' },
    { command: '/usr/lib/python3/dist-packages/PIL/__init__.py', debian: 'python3-pil' },
    { command: '/usr/lib/*/libpangocairo-1.0.so.0', debian: 'libpangocairo-1.0-0' },
    { command: 'pdfsig', debian: 'poppler-utils' },
    { command: 'qpdf', debian: 'qpdf' },
    { command: 'mutool', debian: 'mupdf-tools' },
  ],
  mounts: [...pdfTextMounts, ...fontMounts, ...binaries('pdfsig', 'mutool', 'pdftoppm', 'diff')],
  edges: [
    { reads: ['pdf'], writes: ['json'], cost: 1, options: ['compare'] },
    { reads: ['pdf'], writes: ['xml'], cost: 1 },
    { reads: ['pdf'], writes: ['zip'], cost: 1, options: ['compare'] },
  ],
  passes: [
    // For the targets below, the result of `compare` shows sheets, each with a page that differs between the two PDFs.
    {
      ...{ formats: ['pdf'], when: 'before', phase: 'edit', options: ['compare'] },
      targets: ['pdf', 'png', 'jpg', 'webp', 'avif', 'gif', 'tiff', 'svg'],
    },
  ],
  showsFileName: true,
  isEngineFault: isRunnerFault,
  timeBudget: { ms: 60_000, perMegabyte: 10_000 },
  limits: { memory: 1536 * 1024 * 1024 },
  command: (step) =>
    step.options.compare === undefined
      ? runnerCommand('tools/pikepdf/runner_read.py', step)
      : [
          pageCheck(step, { rendered: true }),
          runnerCommand('tools/pikepdf/runner_compare.py', step, { maxPages }),
        ],
});

/** MuPDF: converts XPS and comics to PDF, and pages of a PDF to SVG. */
import { defineEngine, runnerCommand, type Step } from '../../contract/engine.ts';
import { pageCheck } from '../../shared/image/page-check.ts';
import { binaries, pdfTextMounts } from '../../contract/mounts.ts';

export const mupdf = defineEngine({
  id: 'mupdf',
  title: 'MuPDF',
  dangerous: 'all',
  singleThreaded: true,
  needs: [{ command: 'mutool', debian: 'mupdf-tools' }],
  mounts: [...pdfTextMounts, ...binaries('mutool')],
  edges: [
    { reads: ['xps', 'cbz'], writes: ['pdf'], cost: 1 },
    { reads: ['pdf'], writes: ['svg'], cost: 1, options: ['page'], many: true },
    { reads: ['ai'], writes: ['svg'], cost: 1 },
  ],
  // Only a malicious page takes longer than this time budget. Large documents are submitted as jobs, which have their
  // own limits.
  timeBudget: { ms: 33_000, perMegabyte: 0 },
  command: (step) => {
    if (step.to === 'pdf') return print(step);
    const render = step.from === 'ai' ? renderFirstPage(step) : renderPages(step);
    return [pageCheck(step, { rendered: true }), render, runnerCommand('tools/mupdf/runner.py', step)];
  },
});

function print({ input, output }: Step): string[] {
  return ['mutool', 'convert', '-F', 'pdf', '-O', 'compress,garbage', '-o', output, input];
}

function renderPages({ input, outputDir, options: { page } }: Step): string[] {
  const only = typeof page === 'number' ? [String(page)] : [];
  return ['mutool', 'draw', '-q', '-F', 'svg', '-o', `${outputDir}/page-%04d.svg`, input, ...only];
}

function renderFirstPage({ input, output }: Step): string[] {
  return ['mutool', 'draw', '-q', '-F', 'svg', '-o', output, input, '1'];
}

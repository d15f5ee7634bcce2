/** MuPDF: XPS and comics to PDF, XPS with its text, and the pages of a PDF as shapes. */
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { pageCheck } from '../runtime/page-check.ts';
import { binaries, pdfTextMounts } from '../runtime/mounts.ts';

export const mupdf = defineEngine({
  id: 'mupdf',
  title: 'MuPDF',
  dangerous: 'all',
  needs: [{ command: 'mutool', debian: 'mupdf-tools' }],
  mounts: [...pdfTextMounts, ...binaries('mutool')],
  edges: [
    { reads: ['xps', 'cbz'], writes: ['pdf'], cost: 1 },
    { reads: ['pdf'], writes: ['svg'], cost: 1, many: true },
    { reads: ['ai'], writes: ['svg'], cost: 1 },
  ],
  // A page that takes longer is made to; who has very many sends them as a job, which has its own time.
  timeBudget: { ms: 25_000, perMegabyte: 0 },
  command: (step) => {
    if (step.to === 'pdf') return print(step);
    const draw = step.from === 'ai' ? drawFirst(step) : drawAll(step);
    return [pageCheck(step, { rendered: true }), draw, runnerCommand('mupdf/runner.py', step)];
  },
});

function print({ input, output }: Step): string[] {
  return ['mutool', 'convert', '-F', 'pdf', '-O', 'compress,garbage', '-o', output, input];
}

function drawAll({ input, outputDir }: Step): string[] {
  return ['mutool', 'draw', '-q', '-F', 'svg', '-o', `${outputDir}/page-%04d.svg`, input];
}

function drawFirst({ input, output }: Step): string[] {
  return ['mutool', 'draw', '-q', '-F', 'svg', '-o', output, input, '1'];
}

/** Poppler: renders the pages of a PDF as images, and extracts the text of one that MuPDF cannot read. */
import { sourceDateEnv } from '../runtime/source-date-epoch.ts';
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { pageCheck, textCheck } from '../runtime/page-check.ts';
import { binaries, fontMounts, nodeMounts, pdfTextMounts } from '../runtime/mounts.ts';

export const poppler = defineEngine({
  id: 'poppler',
  title: 'Poppler',
  needs: [{ command: 'pdftoppm', debian: 'poppler-utils' }],
  mounts: [...pdfTextMounts, ...nodeMounts, ...binaries('pdftoppm'), ...fontMounts],
  edges: [
    { reads: ['pdf'], writes: ['txt'], cost: 1, fallback: true },
    { reads: ['pdf'], writes: ['png', 'ppm', 'pgm', 'pbm'], cost: 2, options: ['dpi'], many: true },
    { reads: ['pdf'], writes: ['jpg'], cost: 2, options: ['dpi', 'quality'], many: true },
    { reads: ['pdf'], writes: ['webp', 'avif'], cost: 4, options: ['dpi', 'quality'], many: true },
    { reads: ['pdf'], writes: ['gif'], cost: 4, options: ['dpi'], many: true },
  ],
  env: sourceDateEnv,
  progress: ({ progressLog, outputFiles, workFiles }) => {
    const pages = Number(/^pages=(\d+)$/m.exec(progressLog)?.[1]);
    const rendered = workFiles.filter((name) => name.startsWith('page')).length;
    // A page that is rendered first and encoded afterwards counts as two steps.
    const steps = rendered > 0 ? 2 * pages : pages;
    return pages > 0 ? (rendered + outputFiles.length) / steps : undefined;
  },
  // Only a malicious page takes longer; large documents are sent as jobs, which have their own limits.
  timeBudget: { ms: 25_000, perMegabyte: 0 },
  command: (step) => {
    if (step.to === 'txt') return [pageCheck(step, { rendered: false }), readText(step), textCheck(step)];
    const flags = directFlags[step.to];
    if (flags) return [pageCheck(step, { rendered: true }), render(step, flags(step), step.outputDir)];
    return [
      pageCheck(step, { rendered: true }),
      render(step, ['-png'], step.work),
      runnerCommand('runtime/runner-page-images.ts', step),
    ];
  },
});

function readText({ input, output }: Step): string[] {
  return ['pdftotext', '-enc', 'UTF-8', '-eol', 'unix', '-nopgbrk', input, output];
}

/** The flags for the formats that pdftoppm writes itself. */
const directFlags: Readonly<Record<string, (step: Step) => string[]>> = {
  png: () => ['-png'],
  jpg: ({ options }) => ['-jpeg', '-jpegopt', `quality=${options.quality ?? 90}`],
  ppm: () => [],
  pgm: () => ['-gray'],
  pbm: () => ['-mono'],
};

function render({ input, options }: Step, flags: readonly string[], folder: string): string[] {
  return ['pdftoppm', '-r', String(options.dpi ?? 150), '-cropbox', ...flags, input, `${folder}/page`];
}

/** Poppler: extracts the text of a PDF, and renders its pages as images. */
import { sourceDateEnv } from '../runtime/source-date-epoch.ts';
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { pageCheck, textCheck } from '../runtime/page-check.ts';
import { convertByPandoc } from '../pandoc/index.ts';
import { binaries, fontMounts, nodeMounts, pdfTextMounts, pandocMounts } from '../runtime/mounts.ts';

const editable = ['docx', 'odt', 'rtf'];

export const poppler = defineEngine({
  id: 'poppler',
  title: 'Poppler',
  needs: [
    { command: 'pdftoppm', debian: 'poppler-utils' },
    { command: 'pandoc', debian: 'pandoc' },
  ],
  mounts: (_from, to) => [
    ...pdfTextMounts,
    ...(editable.includes(to) ? pandocMounts : [...nodeMounts, ...binaries('pdftoppm'), ...fontMounts]),
  ],
  edges: [
    { reads: ['pdf'], writes: ['txt'], cost: 1 },
    { reads: ['pdf'], writes: ['html'], cost: 3 },
    // As running text that can be edited; LibreOffice's import would make a text frame of every line.
    { reads: ['pdf'], writes: editable, cost: 4, loses: ['layout', 'pages', 'math'] },
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
    if (step.to === 'html')
      return [pageCheck(step, { rendered: false }), runnerCommand('poppler/runner.py', step)];
    if (editable.includes(step.to)) return [pageCheck(step, { rendered: false }), ...convertText(step)];
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

function convertText(step: Step): string[][] {
  const page = `${step.work}/page.html`;
  return [
    runnerCommand('poppler/runner.py', { ...step, output: page }),
    ...convertByPandoc({ ...step, from: 'html' }, page),
  ];
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

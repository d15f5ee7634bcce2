/** poppler: a PDF's text, and its pages as pictures. */
import { sourceDateEnv } from '../runtime/source-date-epoch.ts';
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { pageCheck, textCheck } from '../runtime/page-check.ts';
import { convertByPandoc } from '../pandoc/index.ts';
import { binaries, fontMounts, nodeMounts, pdfTextMounts, pandocMounts } from '../runtime/mounts.ts';

const flowing = ['docx', 'odt', 'rtf'];

export const poppler = defineEngine({
  id: 'poppler',
  title: 'Poppler',
  needs: [
    { command: 'pdftoppm', debian: 'poppler-utils' },
    { command: 'pandoc', debian: 'pandoc' },
  ],
  mounts: (_from, to) => [
    ...pdfTextMounts,
    ...(flowing.includes(to) ? pandocMounts : [...nodeMounts, ...binaries('pdftoppm'), ...fontMounts]),
  ],
  edges: [
    { reads: ['pdf'], writes: ['txt'], cost: 1 },
    { reads: ['pdf'], writes: ['html'], cost: 3 },
    // As a text that flows, for those who go on writing it: a frame for every line can be looked at only.
    { reads: ['pdf'], writes: flowing, cost: 4, loses: ['layout', 'pages', 'math'] },
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
  // A page that takes longer is made to; who has very many sends them as a job, which has its own time.
  timeBudget: { ms: 25_000, perMegabyte: 0 },
  command: (step) => {
    if (step.to === 'txt')
      return [pageCheck(step, { rendered: false }), readText(step), textCheck(step.output)];
    if (step.to === 'html')
      return [pageCheck(step, { rendered: false }), runnerCommand('poppler/runner.py', step)];
    if (flowing.includes(step.to)) return [pageCheck(step, { rendered: false }), ...write(step)];
    const drawn = drawings[step.to];
    if (drawn) return [pageCheck(step, { rendered: true }), draw(step, drawn(step), step.outputDir)];
    return [
      pageCheck(step, { rendered: true }),
      draw(step, ['-png'], step.work),
      runnerCommand('runtime/runner-page-images.ts', step),
    ];
  },
});

function readText({ input, output }: Step): string[] {
  return ['pdftotext', '-enc', 'UTF-8', '-eol', 'unix', '-nopgbrk', input, output];
}

function write(step: Step): string[][] {
  const page = `${step.work}/page.html`;
  return [
    runnerCommand('poppler/runner.py', { ...step, output: page }),
    ...convertByPandoc({ ...step, from: 'html' }, page),
  ];
}

/** What pdftoppm writes itself. */
const drawings: Readonly<Record<string, (step: Step) => string[]>> = {
  png: () => ['-png'],
  jpg: ({ options }) => ['-jpeg', '-jpegopt', `quality=${options.quality ?? 90}`],
  ppm: () => [],
  pgm: () => ['-gray'],
  pbm: () => ['-mono'],
};

function draw({ input, options }: Step, flags: readonly string[], folder: string): string[] {
  return ['pdftoppm', '-r', String(options.dpi ?? 150), '-cropbox', ...flags, input, `${folder}/page`];
}

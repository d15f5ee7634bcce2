/** Poppler: renders the pages of a PDF as images, and extracts text from PDFs that MuPDF cannot read. */
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { defineEngine, runnerCommand, singleThreadedProgram, type Step } from '../../contract/engine.ts';
import { pageCheck, textCheck } from '../../shared/image/page-check.ts';
import { pictureMemory } from '../../shared/image/picture-options.ts';
import { binaries, fontMounts, nodeMounts, pdfTextMounts } from '../../contract/mounts.ts';
import type { OptionName, Options } from '../../contract/options.ts';

/** Options for target formats in which sharp can resize the pages. */
const pageOptions: readonly OptionName[] = ['dpi', 'page', 'width', 'height', 'fit'];

const defaultDpi = 150;

export const poppler = defineEngine({
  id: 'poppler',
  title: 'Poppler',
  needs: [{ command: 'pdftoppm', debian: 'poppler-utils' }],
  mounts: [...pdfTextMounts, ...nodeMounts, ...binaries('pdftoppm'), ...fontMounts],
  edges: [
    { reads: ['pdf'], writes: ['txt'], cost: 1, fallback: true },
    { reads: ['pdf'], writes: ['png'], cost: 2, options: pageOptions, many: true },
    { reads: ['pdf'], writes: ['ppm', 'pgm', 'pbm'], cost: 2, options: ['dpi', 'page'], many: true },
    { reads: ['pdf'], writes: ['jpg'], cost: 2, options: [...pageOptions, 'quality'], many: true },
    { reads: ['pdf'], writes: ['webp', 'avif'], cost: 4, options: [...pageOptions, 'quality'], many: true },
    { reads: ['pdf'], writes: ['gif'], cost: 4, options: pageOptions, many: true },
  ],
  env: sourceDateEnv,
  progress: ({ progressLog, outputFiles }) => {
    const pages = Number(/^pages=(\d+)$/m.exec(progressLog)?.[1]);
    return pages > 0 ? outputFiles.length / pages : undefined;
  },
  limits: { memory: pictureMemory },
  // Only a malicious page exceeds this time budget. Large documents are submitted as jobs, which have their own limits.
  timeBudget: { ms: 33_000, perMegabyte: 0 },
  command: (step) => {
    if (step.to === 'txt') return [pageCheck(step, { rendered: false }), readText(step), textCheck(step)];
    const flags = isFitted(step.options) ? undefined : directFlags[step.to];
    const drawn = flags
      ? drawing(step, [...flags(step), step.input, `${step.outputDir}/page`])
      : runnerCommand('tools/poppler/runner.ts', step, {
          draw: drawing(step, [step.input]),
          density: hasSize(step.options) ? undefined : (step.options.dpi ?? defaultDpi),
        });
    return [pageCheck(step, { rendered: true }), drawn];
  },
});

function readText(step: Step): string[] {
  const { input, output } = step;
  return popplerCommand(step, ['pdftotext', '-enc', 'UTF-8', '-eol', 'unix', '-nopgbrk', input, output]);
}

/**
 * Flags for formats that pdftoppm encodes fast. PNG is missing, because its compression takes 10 times as long as
 * drawing the page.
 */
const directFlags: Readonly<Record<string, (step: Step) => string[]>> = {
  jpg: ({ options }) => ['-jpeg', '-jpegopt', `quality=${options.quality ?? 90}`],
  ppm: () => [],
  pgm: () => ['-gray'],
  pbm: () => ['-mono'],
};

/**
 * Returns the command of a runner that runs `command`, a program of Poppler. The runner replaces a PDF that Poppler does
 * not read completely, and applies the user units of pages, which `pageCheck` lists.
 */
export function popplerCommand(step: Step, command: readonly string[]): string[] {
  return runnerCommand('tools/poppler/draw.py', step, { draw: singleThreadedProgram(step, command) });
}

const drawing = (step: Step, rest: readonly string[]): string[] => popplerCommand(step, render(step, rest));

function render({ options }: Step, rest: readonly string[]): string[] {
  const { page } = options;
  const only = typeof page === 'number' ? ['-f', String(page), '-l', String(page)] : [];
  return ['pdftoppm', ...scaleFlags(options), ...only, '-cropbox', ...rest];
}

const hasSize = ({ width, height }: Options) => width !== undefined || height !== undefined;

/** Returns whether a rendered page still has to be resized. */
function isFitted(options: Options): boolean {
  const { dpi, width, height, fit } = options;
  if (!hasSize(options)) return false;
  return dpi !== undefined || (width !== undefined && height !== undefined && fit !== 'fill');
}

/**
 * Returns flags for the resolution, or for a size at least as large as requested, so that letters are never enlarged.
 */
function scaleFlags(options: Options): string[] {
  const { dpi, width, height, fit = 'inside' } = options;
  if (dpi !== undefined || !hasSize(options)) return ['-r', String(dpi ?? defaultDpi)];
  if (width !== undefined && height !== undefined && fit !== 'fill') {
    const side = Math.max(width, height) * (fit === 'cover' ? 2 : 1);
    return ['-scale-to', String(Math.min(side, 16_384))];
  }
  return ['-scale-to-x', String(width ?? -1), '-scale-to-y', String(height ?? -1)];
}

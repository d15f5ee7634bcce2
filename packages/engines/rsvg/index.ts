/** librsvg: drawings in SVG become pages and pictures; nothing outside the file is ever fetched. */
import { codecCommand, decodingEdges, type Codecs } from '../sharp/codec.ts';
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { pictureOptions, pictureReasons } from '../sharp/options.ts';
import type { Options } from '../runtime/options.ts';
import { binaries, fontMounts, nodeMounts, pythonMounts } from '../runtime/mounts.ts';

const drawings = ['svg', 'svgz'];

const codecs: Codecs = {
  decoders: Object.fromEntries(
    drawings.map((ext) => [
      ext,
      (step) => ({
        decoded: `${step.work}/drawn.png`,
        decode: drawAs(step, 'png', `${step.work}/drawn.png`),
      }),
    ]),
  ),
  encoders: {},
};

const drawingOptions = (from: string, to: string) => [...pictureOptions(from, to), 'dpi'] as const;

/** Written as shapes, not as dots. */
const pages = ['pdf', 'ps', 'eps'];

export const rsvg = defineEngine({
  id: 'rsvg',
  title: 'librsvg',
  singleThreaded: true,
  knownGood: {
    from: 'svg',
    to: 'pdf',
    content: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\n',
  },
  needs: [{ command: 'rsvg-convert', debian: 'librsvg2-bin' }],
  mounts: [...pythonMounts, ...nodeMounts, ...binaries('rsvg-convert'), ...fontMounts],
  edges: [
    { reads: drawings, writes: pages, cost: 1 },
    { reads: drawings, writes: drawings, cost: 1 },
    ...decodingEdges(drawings, 2).map((edge) => ({ ...edge, options: drawingOptions })),
  ],
  reasons: pictureReasons,
  // A drawing that takes longer is made to.
  timeBudget: { ms: 25_000, perMegabyte: 0 },
  command: (step) => {
    const { to, work, output } = step;
    if (pages.includes(to))
      return [...drawAs(step, to, output), runnerCommand('runtime/reproducible.py', step)];
    // What can be drawn is whole.
    if (to === 'svgz') return [draw(step, 'png', `${work}/drawn.png`), repack(step, output)];
    if (to === 'svg')
      return [repack(step, output), draw({ ...step, input: output }, 'png', `${work}/drawn.png`)];
    return codecCommand(codecs, step);
  },
});

function drawAs(step: Step, format: string, file: string): string[][] {
  if (step.from === 'svg') return [draw(step, format, file)];
  const unpacked = `${step.work}/unpacked.svg`;
  return [repack(step, unpacked), draw({ ...step, input: unpacked }, format, file)];
}

/** Between SVG as it is and as gzip packs it. */
function repack(step: Step, output: string): string[] {
  return runnerCommand('rsvg/runner.ts', { ...step, output });
}

/** A drawing's own measure is 96 pixels an inch. */
function draw({ input, options }: Step, format: string, file: string): string[] {
  return ['rsvg-convert', '--format', format, ...scale(options), '--output', file, input];
}

/** Shapes are drawn at the size that is wanted, for dots would have to be stretched. */
function scale({ dpi, width, height, fit = 'inside' }: Options): string[] {
  const sides = [
    ...(width === undefined ? [] : ['--width', String(width)]),
    ...(height === undefined ? [] : ['--height', String(height)]),
  ];
  if (sides.length > 0) return fit === 'fill' ? sides : [...sides, '--keep-aspect-ratio'];
  return dpi === undefined ? [] : ['--zoom', String(dpi / 96)];
}

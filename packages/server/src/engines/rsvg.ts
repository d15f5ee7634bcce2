/** librsvg: drawings in SVG become pages and pictures; nothing outside the file is ever fetched. */
import { codecCommand, decodingEdges, type Codecs } from './image/codec.ts';
import { defineEngine, type Step } from './engine.ts';
import { pictureOptions, pictureReasons } from './image/options.ts';
import type { Options } from './options.ts';

const codecs: Codecs = {
  decoders: {
    svg: (step) => ({
      decoded: `${step.work}/drawn.png`,
      decode: [draw(step, 'png', `${step.work}/drawn.png`)],
    }),
  },
  encoders: {},
};

const drawingOptions = (from: string, to: string) => [...pictureOptions(from, to), 'dpi'] as const;

/** Written as shapes, not as dots. */
const pages = ['pdf', 'ps', 'eps'];

export const rsvg = defineEngine({
  id: 'rsvg',
  title: 'librsvg',
  needs: [{ command: 'rsvg-convert', debian: 'librsvg2-bin' }],
  edges: [
    { reads: ['svg'], writes: pages, cost: 1 },
    ...decodingEdges(['svg'], 2).map((edge) => ({ ...edge, options: drawingOptions })),
  ],
  reasons: pictureReasons,
  command: (step) =>
    pages.includes(step.to) ? draw(step, step.to, step.output) : codecCommand(codecs, step),
});

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

/** librsvg: drawings in SVG become pages and pictures; nothing outside the file is ever fetched. */
import { codecCommand, decodingEdges, type Codecs } from './image/codec.ts';
import { defineEngine, type Step } from './engine.ts';

const codecs: Codecs = {
  decoders: {
    svg: (step) => ({
      decoded: `${step.work}/drawn.png`,
      decode: [draw(step, 'png', `${step.work}/drawn.png`)],
    }),
  },
  encoders: {},
};

/** Written as shapes, not as dots. */
const pages = ['pdf', 'ps', 'eps'];

export const rsvg = defineEngine({
  id: 'rsvg',
  title: 'librsvg',
  needs: [{ command: 'rsvg-convert', debian: 'librsvg2-bin' }],
  edges: [
    { reads: ['svg'], writes: pages, cost: 1 },
    ...decodingEdges(['svg'], 2).map(({ options = [], ...edge }) => ({
      ...edge,
      options: [...options, 'dpi'] as const,
    })),
  ],
  command: (step) =>
    pages.includes(step.to) ? draw(step, step.to, step.output) : codecCommand(codecs, step),
});

/** A drawing's own measure is 96 pixels an inch. */
function draw({ input, options }: Step, format: string, file: string): string[] {
  const zoom = options.dpi === undefined ? [] : ['--zoom', String(options.dpi / 96)];
  return ['rsvg-convert', '--format', format, ...zoom, '--output', file, input];
}

/** librsvg: drawings in SVG become pages and pictures; nothing outside the file is ever fetched. */
import { codecCommand, decodingEdges, type Codecs } from './codec.ts';
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

export const rsvg = defineEngine({
  id: 'rsvg',
  title: 'librsvg',
  needs: [{ command: 'rsvg-convert', debian: 'librsvg2-bin' }],
  edges: [
    { reads: ['svg'], writes: ['pdf'], cost: 1 },
    ...decodingEdges(['svg'], 2).map(({ options = [], ...edge }) => ({
      ...edge,
      options: [...options, 'dpi'] as const,
    })),
  ],
  command: (step) => (step.to === 'pdf' ? draw(step, 'pdf', step.output) : codecCommand(codecs, step)),
});

/** A drawing's own measure is 96 pixels an inch. */
function draw({ input, options }: Step, format: string, file: string): string[] {
  const zoom = options.dpi === undefined ? [] : ['--zoom', String(options.dpi / 96)];
  return ['rsvg-convert', '--format', format, ...zoom, '--output', file, input];
}

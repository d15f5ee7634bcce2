/** librsvg: drawings in SVG become pages and pictures; nothing outside the file is ever fetched. */
import { codecCommand, decodingEdges, type Codecs } from './image/codec.ts';
import { defineEngine, type Step } from './engine.ts';
import { hostCommand } from './host.ts';

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

/** Written as shapes, not as dots. */
const pages = ['pdf', 'ps', 'eps'];

export const rsvg = defineEngine({
  id: 'rsvg',
  title: 'librsvg',
  needs: [{ command: 'rsvg-convert', debian: 'librsvg2-bin' }],
  edges: [
    { reads: drawings, writes: pages, cost: 1 },
    { reads: drawings, writes: drawings, cost: 1 },
    ...decodingEdges(drawings, 2).map(({ options = [], ...edge }) => ({
      ...edge,
      options: [...options, 'dpi'] as const,
    })),
  ],
  command: (step) => {
    const { to, work, output } = step;
    if (pages.includes(to)) return drawAs(step, to, output);
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
  return hostCommand('svgz.ts', { ...step, output });
}

/** A drawing's own measure is 96 pixels an inch. */
function draw({ input, options }: Step, format: string, file: string): string[] {
  const zoom = options.dpi === undefined ? [] : ['--zoom', String(options.dpi / 96)];
  return ['rsvg-convert', '--format', format, ...zoom, '--output', file, input];
}

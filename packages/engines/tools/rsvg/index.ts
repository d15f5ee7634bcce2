/** librsvg: renders SVG as pages, and as images if resvg cannot. librsvg loads nothing from outside the SVG file. */
import { codecCommand, type Codecs } from '../../shared/image/codec.ts';
import { defineEngine, runnerCommand, type Step } from '../../contract/engine.ts';
import { pictureMemory, pictureReasons } from '../../shared/image/picture-options.ts';
import { drawingOptions, drawings } from '../../shared/svg/drawings.ts';
import { binaries, fontMounts, nodeMounts, pythonMounts } from '../../contract/mounts.ts';
import { browserFeatures } from '../../shared/svg/features.ts';
import { pageFeatures, pdfFeatures } from './features.ts';
import { check, render } from './render.ts';

const codecs: Codecs = {
  decoders: Object.fromEntries(
    drawings.map((ext) => [
      ext,
      (step) => ({
        decoded: `${step.work}/drawn.png`,
        decode: renderAs(step, 'png', `${step.work}/drawn.png`),
      }),
    ]),
  ),
  encoders: {},
};

/** Vector targets. */
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
  needs: [
    { command: 'rsvg-convert', debian: 'librsvg2-bin' },
    { command: 'qpdf', debian: 'qpdf' },
  ],
  mounts: [...pythonMounts, ...nodeMounts, ...binaries('rsvg-convert', 'qpdf'), ...fontMounts],
  edges: [
    { reads: drawings, writes: ['pdf'], cost: 1, lacks: pdfFeatures },
    { reads: drawings, writes: ['ps', 'eps'], cost: 1, lacks: pageFeatures },
    { reads: drawings, writes: drawings, cost: 1 },
    // Fallback for drawings that resvg refuses.
    {
      ...{ reads: drawings, writes: ['png'], cost: 2, lacks: browserFeatures, fallback: true },
      options: drawingOptions,
    },
  ],
  limits: { memory: pictureMemory },
  reasons: pictureReasons,
  // Only a malicious drawing takes more than 25 s.
  timeBudget: { ms: 25_000, perMegabyte: 0 },
  command: (step) => {
    const { to, work, output } = step;
    if (pages.includes(to))
      return [...renderAs(step, to, output), runnerCommand('shared/runner/reproducible.py', step)];
    // Renders the drawing only to check that it is complete.
    if (to === 'svgz') return [...renderAs(step, 'png', `${work}/drawn.png`), repack(step, output)];
    if (to === 'svg')
      return [
        check(step),
        repack(step, output),
        render({ ...step, input: output }, 'png', `${work}/drawn.png`),
      ];
    return codecCommand(codecs, step);
  },
});

function renderAs(step: Step, format: string, file: string): string[][] {
  if (step.from === 'svg') return [check(step), render(step, format, file)];
  const unpacked = `${step.work}/unpacked.svg`;
  return [check(step), repack(step, unpacked), render({ ...step, input: unpacked }, format, file)];
}

/** Returns the command that compresses or decompresses SVG. */
function repack(step: Step, output: string): string[] {
  return runnerCommand('tools/rsvg/runner.ts', { ...step, output });
}

/** Ghostscript: PostScript to PDF and back, and pages as pictures that only it writes. */
import { sourceDateEnv } from '../runtime/source-date-epoch.ts';
import { sandboxPaths } from '../runtime/sandbox-paths.ts';
import { defineEngine, type Step } from '../runtime/engine.ts';
import { pageCheck } from '../runtime/page-check.ts';
import { binaries, pdfTextMounts } from '../runtime/mounts.ts';

/**
 * A program in PostScript may read and list whatever lies in the folders where Ghostscript looks for fonts: of those its
 * box shows only the fonts that its own names lead to.
 */
const ghostscriptData = [
  ...['/usr/share/ghostscript', '/var/lib/ghostscript', '/etc/ghostscript', '/usr/share/color/icc'],
  ...['/usr/share/fonts/type1/urw-base35', '/usr/share/fonts/truetype/droid'],
  ...['/etc/fonts', '/usr/share/fontconfig'],
];

export const ghostscript = defineEngine({
  id: 'ghostscript',
  title: 'Ghostscript',
  dangerous: 'all',
  needs: [{ command: 'gs', debian: 'ghostscript' }],
  mounts: [...pdfTextMounts, ...binaries('gs', 'timeout'), ...ghostscriptData],
  edges: [
    { reads: ['ps', 'eps', 'ai'], writes: ['pdf'], cost: 2 },
    // Letters become shapes, or numbers that only the file's own fonts understand.
    { reads: ['pdf'], writes: ['ps', 'xps'], cost: 3, loses: ['text'] },
    { reads: ['eps', 'ai'], writes: ['ps'], cost: 3 },
    { reads: ['ai'], writes: ['eps'], cost: 3 },
    { reads: ['pdf', 'ps'], writes: ['eps'], cost: 3, many: true },
    // All pages in one file.
    { reads: ['pdf', 'ps'], writes: ['tiff'], cost: 3, options: ['dpi'] },
    { reads: ['eps', 'ai'], writes: ['tiff'], cost: 3, loses: ['alpha'], options: ['dpi'] },
    { reads: ['pdf', 'ps'], writes: ['bmp', 'pcx'], cost: 3, options: ['dpi'], many: true },
    { reads: ['ps'], writes: ['png'], cost: 2, options: ['dpi'], many: true },
    { reads: ['ps'], writes: ['jpg'], cost: 2, options: ['dpi', 'quality'], many: true },
    { reads: ['eps', 'ai'], writes: ['png'], cost: 2, options: ['dpi'] },
    { reads: ['eps', 'ai'], writes: ['jpg'], cost: 2, options: ['dpi', 'quality'] },
  ],
  prePostSteps: [{ formats: ['pdf'], when: 'after', options: ['quality', 'max_size'] }],
  env: sourceDateEnv,
  isEngineFault: ({ status }) => status === timedOut,
  command: (step) =>
    step.from === step.to
      ? shrink(step)
      : [pageCheck(step, { rendered: device(step).drawn !== undefined }), convert(step)],
});

/** Reads no file but its input, asks nothing and ends at the first mistake. */
const quietly = [
  ...['gs', '-dSAFER', `--permit-file-read=${sandboxPaths.input}/`],
  ...['-dBATCH', '-dNOPAUSE', '-dNOPROMPT', '-dQUIET'],
  // Without it a PDF's broken page is left out and the run still called a success.
  '-dPDFSTOPONERROR',
];

/** PostScript is a language, and a program in it need not end; a page of a PDF does. */
const programs = ['ps', 'eps', 'ai'];
const programSeconds = 25;
/** What `timeout` answers when it was needed. */
const timedOut = 124;

/** Formats of one drawing. */
const drawings = ['eps', 'ai'];

interface Device {
  name: string;
  flags?: readonly string[];
  /** Draws pixels; with `pages` each page into a file of its own. */
  drawn?: 'pages' | 'together';
}

const devices: Readonly<Record<string, Device>> = {
  pdf: { name: 'pdfwrite', flags: ['-dAutoRotatePages=/None'] },
  ps: { name: 'ps2write' },
  eps: { name: 'eps2write', drawn: 'pages' },
  xps: { name: 'xpswrite' },
  tiff: { name: 'tiff24nc', flags: ['-sCompression=lzw'], drawn: 'together' },
  png: { name: 'png16m', drawn: 'pages' },
  jpg: { name: 'jpeg', drawn: 'pages' },
  bmp: { name: 'bmp16m', drawn: 'pages' },
  pcx: { name: 'pcx24b', drawn: 'pages' },
};

function device({ to }: Step): Device {
  const known = devices[to];
  if (!known) throw new Error(`ghostscript has no device for ${to}`);
  return known;
}

function convert(step: Step): string[] {
  const { flags = [], drawn, ...known } = device(step);
  const single = drawings.includes(step.from);
  // What a drawing leaves free stays clear; a page is paper.
  const name = single && step.to === 'png' ? 'pngalpha' : known.name;
  return [
    ...(programs.includes(step.from) ? ['timeout', String(programSeconds)] : []),
    ...quietly,
    ...[`-sDEVICE=${name}`, ...flags],
    ...(single ? ['-dEPSCrop', '-dLastPage=1'] : []),
    ...(drawn ? smooth(step) : []),
    `-sOutputFile=${drawn === 'pages' && !single ? `${step.outputDir}/page-%04d.${step.to}` : step.output}`,
    ...['-f', step.input],
  ];
}

/** A drawing is used larger than it says. */
const usualDpi = ({ from }: Step) => (drawings.includes(from) ? 192 : 150);

function smooth(step: Step): string[] {
  const { to, options } = step;
  if (to === 'eps') return [];
  return [
    ...[`-r${options.dpi ?? usualDpi(step)}`, '-dTextAlphaBits=4', '-dGraphicsAlphaBits=4', '-dUseCropBox'],
    ...(to === 'jpg' ? [`-dJPEGQ=${options.quality ?? 90}`] : []),
  ];
}

/** Pictures in the PDF drawn anew at a quality and a resolution that go down together; without one it stays as it is. */
function shrink({ input, output, options: { quality } }: Step): string[] {
  if (quality === undefined) return ['cp', input, output];
  const dpi = Math.round(36 + (quality / 100) * 264);
  // Its scale of compression runs from 0.05, hardly any, to 3.
  const factor = (0.05 + (1 - quality / 100) * 2.95).toFixed(2);
  const pictures = `<< /QFactor ${factor} /Blend 1 /HSamples [2 1 1 2] /VSamples [2 1 1 2] >>`;
  const settings = `<< /ColorImageDict ${pictures} /GrayImageDict ${pictures} /ColorACSImageDict ${pictures} /GrayACSImageDict ${pictures} >> setdistillerparams`;
  const every = ['Color', 'Gray'].flatMap((kind) => [
    ...[
      `-dDownsample${kind}Images=true`,
      `-d${kind}ImageResolution=${dpi}`,
      `-d${kind}ImageDownsampleThreshold=1.1`,
    ],
    ...[
      `-dAutoFilter${kind}Images=false`,
      `-d${kind}ImageFilter=/DCTEncode`,
      `-dPassThroughJPEGImages=false`,
    ],
  ]);
  return [
    ...quietly,
    ...['-sDEVICE=pdfwrite', '-dAutoRotatePages=/None', ...every],
    ...[`-sOutputFile=${output}`, '-c', settings, '-f', input],
  ];
}

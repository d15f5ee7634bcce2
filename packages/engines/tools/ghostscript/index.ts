/** Ghostscript: converts PostScript and PDF, and renders pages in formats that no other engine writes. */
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { sandboxPaths } from '../../contract/sandbox-paths.ts';
import { defineEngine, type Step } from '../../contract/engine.ts';
import { pageCheck } from '../../shared/image/page-check.ts';
import { binaries, pdfTextMounts } from '../../contract/mounts.ts';

/**
 * Only the fonts of Ghostscript's font map are mounted, because a PostScript program can list and read all folders that
 * Ghostscript searches for fonts.
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
    // The text is lost: it becomes outlines, or codes that only the embedded fonts define.
    { reads: ['pdf'], writes: ['ps', 'xps'], cost: 3, loses: ['text'] },
    { reads: ['eps', 'ai'], writes: ['ps'], cost: 3 },
    { reads: ['ai'], writes: ['eps'], cost: 3 },
    { reads: ['pdf', 'ps'], writes: ['eps'], cost: 3, many: true },
    // All pages are written to one TIFF file.
    { reads: ['pdf', 'ps'], writes: ['tiff'], cost: 3, options: ['dpi'] },
    { reads: ['eps', 'ai'], writes: ['tiff'], cost: 3, loses: ['alpha'], options: ['dpi'] },
    { reads: ['pdf'], writes: ['bmp', 'pcx'], cost: 3, options: ['dpi', 'page'], many: true },
    { reads: ['ps'], writes: ['bmp', 'pcx'], cost: 3, options: ['dpi'], many: true },
    { reads: ['ps'], writes: ['png'], cost: 2, options: ['dpi'], many: true },
    { reads: ['ps'], writes: ['jpg'], cost: 2, options: ['dpi', 'quality'], many: true },
    { reads: ['eps', 'ai'], writes: ['png'], cost: 2, options: ['dpi'] },
    { reads: ['eps', 'ai'], writes: ['jpg'], cost: 2, options: ['dpi', 'quality'] },
  ],
  env: sourceDateEnv,
  isEngineFault: ({ status }) => status === timedOut,
  command: (step) => [pageCheck(step, { rendered: device(step).renders !== undefined }), convert(step)],
});

/** Flags with which Ghostscript reads only its input, never prompts, and stops at the first error. */
const safeFlags = [
  ...['gs', '-dSAFER', `--permit-file-read=${sandboxPaths.input}/`],
  ...['-dBATCH', '-dNOPAUSE', '-dNOPROMPT', '-dQUIET'],
  // Without `-dPDFSTOPONERROR`, Ghostscript drops a corrupt page of a PDF and succeeds.
  '-dPDFSTOPONERROR',
];

/**
 * PostScript files are programs, which may run endlessly. A PDF file needs no time limit, because the rendering of a
 * PDF page always ends.
 */
const programs = ['ps', 'eps', 'ai'];
const programSeconds = 25;
/** The exit status of `timeout` after its time limit. */
const timedOut = 124;

/** Formats whose files contain a single drawing. */
const drawings = ['eps', 'ai'];

interface Device {
  name: string;
  flags?: readonly string[];
  /**
   * How a device for pictures writes several pages: `pages` writes one file per page, and `together` writes all pages
   * to one file. A device that writes documents has no property `renders`.
   */
  renders?: 'pages' | 'together';
}

const devices: Readonly<Record<string, Device>> = {
  pdf: { name: 'pdfwrite', flags: ['-dAutoRotatePages=/None'] },
  ps: { name: 'ps2write' },
  eps: { name: 'eps2write', renders: 'pages' },
  xps: { name: 'xpswrite' },
  tiff: { name: 'tiff24nc', flags: ['-sCompression=lzw'], renders: 'together' },
  png: { name: 'png16m', renders: 'pages' },
  jpg: { name: 'jpeg', renders: 'pages' },
  bmp: { name: 'bmp16m', renders: 'pages' },
  pcx: { name: 'pcx24b', renders: 'pages' },
};

function device({ to }: Step): Device {
  const known = devices[to];
  if (!known) throw new Error(`ghostscript has no device for ${to}`);
  return known;
}

function convert(step: Step): string[] {
  const { flags = [], renders, ...known } = device(step);
  const single = drawings.includes(step.from);
  // A drawing gets a transparent background, and a page gets a white one.
  const name = single && step.to === 'png' ? 'pngalpha' : known.name;
  return [
    ...(programs.includes(step.from) ? ['timeout', String(programSeconds)] : []),
    ...safeFlags,
    ...[`-sDEVICE=${name}`, ...flags],
    ...(single ? ['-dEPSCrop', '-dLastPage=1'] : []),
    ...(renders ? rasterFlags(step) : []),
    `-sOutputFile=${renders === 'pages' && !single ? `${step.outputDir}/page-%04d.${step.to}` : step.output}`,
    ...['-f', step.input],
  ];
}

/** Drawings are often enlarged, so they are rendered at a higher resolution. */
const defaultDpi = ({ from }: Step) => (drawings.includes(from) ? 192 : 150);

function rasterFlags(step: Step): string[] {
  const { to, options } = step;
  const { page } = options;
  if (to === 'eps') return [];
  return [
    ...(typeof page === 'number' ? [`-dFirstPage=${page}`, `-dLastPage=${page}`] : []),
    ...[`-r${options.dpi ?? defaultDpi(step)}`, '-dTextAlphaBits=4', '-dGraphicsAlphaBits=4', '-dUseCropBox'],
    ...(to === 'jpg' ? [`-dJPEGQ=${options.quality ?? 90}`] : []),
  ];
}

/** Chromium: converts web pages, and drawings that need a browser, to PDF and pictures. */
import { format } from '@protean/formats';
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { chromiumMounts } from '../../contract/mounts.ts';
import type { OptionName } from '../../contract/options.ts';
import { drawingOptions, drawings } from '../../shared/svg/drawings.ts';
import { decodingEdges } from '../../shared/image/codec.ts';

/**
 * Cost of drawing a whole web page as one picture. A book looks better if each of its printed pages becomes a picture,
 * so `pictureCost` is higher than the cost of any route through printed pages.
 */
const pictureCost = 15;

const pictureOptions: readonly OptionName[] = [
  ...(['paper', 'margin', 'pages', 'page'] as const),
  ...(['dpi', 'width', 'height', 'fit'] as const),
];

export const chromium = defineEngine({
  id: 'chromium',
  title: 'Chromium',
  // A browser is designed for untrusted pages, but Chromium's sandbox does not start inside Protean's sandbox.
  dangerous: 'all',
  needs: [
    { command: '/usr/lib/chromium/chromium-headless-shell', debian: 'chromium-headless-shell' },
    { command: 'pdftoppm', debian: 'poppler-utils' },
  ],
  mounts: chromiumMounts,
  edges: [
    { reads: ['html', 'xhtml'], writes: ['pdf'], cost: 3, options: ['paper', 'margin'] },
    // Draws a whole web page as one picture. If the request sets `paper` or `pages`, or if the web page is too long,
    // draws each printed page instead. Sources with printed pages, such as office documents and books, prefer routes
    // through printed pages.
    { reads: ['html', 'xhtml'], writes: ['png'], cost: pictureCost, options: pictureOptions, many: true },
    {
      ...{ reads: ['html', 'xhtml'], writes: ['jpg'], cost: pictureCost, many: true },
      options: [...pictureOptions, 'quality'],
    },
    // Drawings with features that only browsers draw.
    { reads: drawings, writes: ['pdf'], cost: 3, fallback: true, forFeatures: true },
    ...decodingEdges(drawings, pictureCost).map((edge) => ({
      ...edge,
      options: drawingOptions,
      fallback: true as const,
      forFeatures: true as const,
    })),
  ],
  knownGood: { from: 'html', to: 'pdf', content: '<p>x</p>\n' },
  command: (step) => runnerCommand('tools/chromium/runner.ts', step, { holds: format(step.to).holds }),
  // If Chromium fails, WeasyPrint writes the PDF. Without the variable SOURCE_DATE_EPOCH, WeasyPrint would write the
  // current date to the PDF.
  env: sourceDateEnv,
  reasons: [[/page (range|number)|out of range/, 'no_such_page']],
  isEngineFault: isRunnerFault,
  // The time budget covers 2 attempts with Chromium and an attempt with WeasyPrint.
  timeBudget: { ms: 55_000, perMegabyte: 130_000 },
});

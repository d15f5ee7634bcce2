/** Runs calibre with a browser, which draws the SVG drawings of books for formats without SVG. */
import { chromium } from '../chromium/index.ts';
import { drawingsProgram } from '../chromium/drawings/program.ts';
import { defineEngine } from '../../contract/engine.ts';
import { chromiumMounts } from '../../contract/mounts.ts';
import { calibre, calibreMounts, drawingEdges } from './index.ts';

export const calibreDrawings = defineEngine({
  ...calibre,
  id: 'calibre-drawings',
  title: `${calibre.title} with Chromium`,
  needs: [...calibre.needs, ...chromium.needs],
  mounts: [...new Set([...calibreMounts, ...chromiumMounts])],
  edges: drawingEdges.map((edge) => ({ ...edge, fallback: true, forFeatures: true })),
  // Includes the start of a browser.
  timeBudget: { ms: 45_000, perMegabyte: 100_000 },
  env: { ...calibre.env, ...drawingsProgram },
});

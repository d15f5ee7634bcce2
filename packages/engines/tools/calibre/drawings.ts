/**
 * Runs calibre with a browser, which draws the SVG drawings of books for formats without SVG, and the Mermaid diagrams
 * of web pages.
 */
import { diagramsProgram } from '../chromium/diagrams/program.ts';
import { drawnByBrowser } from '../chromium/drawings/program.ts';
import { defineEngine } from '../../contract/engine.ts';
import { calibre, calibreMounts, drawingEdges } from './index.ts';

export const calibreDrawings = defineEngine({
  ...calibre,
  ...drawnByBrowser({ ...calibre, env: { ...calibre.env, ...diagramsProgram } }, calibreMounts),
  id: 'calibre-drawings',
  edges: drawingEdges.map((edge) => ({ ...edge, fallback: true, forFeatures: true })),
  // The time includes the start of a browser.
  timeBudget: { ms: 45_000, perMegabyte: 100_000 },
});

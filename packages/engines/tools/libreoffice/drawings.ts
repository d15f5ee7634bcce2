/**
 * Converts office files with SVG drawings that LibreOffice cannot draw. A browser renders the drawings first, and then
 * LibreOffice converts the file.
 */
import { drawnByBrowser } from '../chromium/drawings/program.ts';
import { defineEngine, runnerCommand, type Step } from '../../contract/engine.ts';
import { officeMounts } from '../../contract/mounts.ts';
import { convertByOffice, drawingEdges, libreoffice } from './index.ts';

export const libreofficeDrawings = defineEngine({
  ...libreoffice,
  ...drawnByBrowser(libreoffice, officeMounts),
  id: 'libreoffice-drawings',
  edges: drawingEdges.map((edge) => ({ ...edge, fallback: true, forFeatures: true })),
  command: (step: Step) => {
    const drawn = `${step.work}/drawn.${step.from}`;
    return [
      runnerCommand('tools/libreoffice/runner_drawings.py', { ...step, output: drawn }),
      convertByOffice({ ...step, input: drawn }),
    ];
  },
  // The time budget includes the start of a browser.
  timeBudget: { ms: 45_000, perMegabyte: 30_000 },
});

/** Runs LibreOffice after a browser, for office files with SVG that LibreOffice does not draw. */
import { chromium } from '../chromium/index.ts';
import { drawingsProgram } from '../chromium/drawings/program.ts';
import { defineEngine, runnerCommand, type Step } from '../../contract/engine.ts';
import { chromiumMounts, officeMounts } from '../../contract/mounts.ts';
import { convertByOffice, drawingEdges, libreoffice } from './index.ts';

export const libreofficeDrawings = defineEngine({
  ...libreoffice,
  id: 'libreoffice-drawings',
  title: `${libreoffice.title} with Chromium`,
  needs: [...libreoffice.needs, ...chromium.needs],
  mounts: [...new Set([...officeMounts, ...chromiumMounts])],
  edges: drawingEdges.map((edge) => ({ ...edge, fallback: true, forFeatures: true })),
  command: (step: Step) => {
    const drawn = `${step.work}/drawn.${step.from}`;
    return [
      runnerCommand('tools/libreoffice/runner_drawings.py', { ...step, output: drawn }),
      convertByOffice({ ...step, input: drawn }),
    ];
  },
  // Includes the start of a browser.
  timeBudget: { ms: 45_000, perMegabyte: 30_000 },
  env: { ...libreoffice.env, ...drawingsProgram },
});

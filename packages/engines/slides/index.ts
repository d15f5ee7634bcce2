/** Our own reader of PowerPoint: an HTML page with titles as headings, bullets as lists, tables and images in place. */
import { defineEngine, runnerCommand } from '../runtime/engine.ts';
import { pythonMounts } from '../runtime/mounts.ts';

export const slides = defineEngine({
  id: 'slides',
  title: 'Protean slide reader',
  dangerous: 'all',
  needs: [],
  mounts: pythonMounts,
  edges: [{ reads: ['pptx', 'pptm', 'ppsx', 'potx'], writes: ['html'], cost: 2, loses: ['math'] }],
  command: (step) => runnerCommand('slides/runner.py', step),
});

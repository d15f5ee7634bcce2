/** Slides of PowerPoint as a page to read: titles as headings, bullets as lists, tables and pictures in their place. */
import { defineEngine } from '../runtime/engine.ts';
import { runnerCommand } from '../runtime/runner-command.ts';
import { pythonParts } from '../runtime/shows.ts';

export const slides = defineEngine({
  id: 'slides',
  title: 'Protean slide reader',
  dangerous: 'all',
  needs: [],
  shows: pythonParts,
  edges: [{ reads: ['pptx', 'pptm', 'ppsx', 'potx'], writes: ['html'], cost: 2 }],
  command: (step) => runnerCommand('slides/runner.py', step),
});

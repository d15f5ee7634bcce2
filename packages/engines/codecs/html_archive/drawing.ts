/** Drawings in archives: makes one SVG from a drawing and the pictures, style sheets and fonts that it uses. */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';

export const htmlArchiveDrawing = defineEngine({
  id: 'html-archive-drawing',
  title: 'Web page packer',
  singleThreaded: true,
  dangerous: 'all',
  needs: [{ command: '/usr/lib/python3/dist-packages/html5lib/__init__.py', debian: 'python3-html5lib' }],
  mounts: pythonMounts,
  // Archives are read as pictures or web pages first.
  edges: [{ reads: ['zip', 'tar', 'tar.gz'], writes: ['svg'], cost: 2, fallback: true }],
  command: (step) => runnerCommand('codecs/html_archive/runner_drawing.py', step),
});

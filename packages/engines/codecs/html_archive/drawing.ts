/** Converts a drawing in an archive, with the pictures, style sheets and fonts that it uses, to a single SVG. */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';

export const htmlArchiveDrawing = defineEngine({
  id: 'html-archive-drawing',
  title: 'Web page packer',
  singleThreaded: true,
  dangerous: 'all',
  needs: [{ command: '/usr/lib/python3/dist-packages/html5lib/__init__.py', debian: 'python3-html5lib' }],
  mounts: pythonMounts,
  // Used only for archives that cannot be converted as pictures or as a web page.
  edges: [{ reads: ['zip', 'tar', 'tar.gz'], writes: ['svg'], cost: 2, fallback: true }],
  command: (step) => runnerCommand('codecs/html_archive/runner_drawing.py', step),
});

/** Web pages in archives: makes one page of an archived page and the style sheets, pictures and fonts beside it. */
import { defineEngine, runnerCommand } from '../runtime/engine.ts';
import { nodeMounts, pythonMounts } from '../runtime/mounts.ts';

export const site = defineEngine({
  id: 'site',
  title: 'Protean page packer',
  singleThreaded: true,
  dangerous: 'all',
  needs: [{ command: '/usr/lib/python3/dist-packages/html5lib/__init__.py', debian: 'python3-html5lib' }],
  mounts: [...pythonMounts, ...nodeMounts],
  edges: [
    { reads: ['zip', 'tar', 'tar.gz'], writes: ['html'], cost: 1 },
    // An archive on the way to pdf is taken for pictures first.
    { reads: ['zip', 'tar'], writes: ['html'], cost: 1, fallback: true },
  ],
  command: (step) => runnerCommand('site/runner.py', step),
});

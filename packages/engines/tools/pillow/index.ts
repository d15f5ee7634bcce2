/**
 * Pillow: reads pictures that other engines refuse (such as TIFFs with old-style JPEG), joins several GIFs into one
 * animation, and decodes animated WebP.
 */
import { pythonMounts } from '../../contract/mounts.ts';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { pictureReasons } from '../../shared/image/picture-options.ts';

const readable = ['jpg', 'webp', 'tiff', 'bmp', 'tga', 'pcx', 'psd', 'sgi', 'ico', 'jp2', 'j2k', 'dds'];

export const pillow = defineEngine({
  id: 'pillow',
  title: 'Pillow',
  needs: [
    { command: 'python3', debian: 'python3' },
    { command: '/usr/lib/python3/dist-packages/PIL/__init__.py', debian: 'python3-pil' },
  ],
  mounts: pythonMounts,
  edges: [
    { reads: readable, writes: ['png'], cost: 1, fallback: true },
    { reads: ['gif'], writes: ['gif'], cost: 1, combines: true },
    { reads: ['webp'], writes: ['apng'], cost: 2 },
  ],
  reasons: pictureReasons,
  // The memory limit allows for two copies of a picture with the maximum number of pixels.
  limits: { memory: 1536 * 1024 * 1024 },
  singleThreaded: true,
  command: (step) => {
    if (step.to === 'apng') return runnerCommand('tools/pillow/animation.py', step);
    return runnerCommand(step.inputs ? 'tools/pillow/combine.py' : 'tools/pillow/runner.py', step);
  },
});

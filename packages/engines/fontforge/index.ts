/** fontforge: fonts of older systems, Type 1 above all, and what of a font a PDF carries. */
import { sourceDateEnv } from '../runtime/source-date-epoch.ts';
import { defineEngine, runnerCommand } from '../runtime/engine.ts';
import { pythonMounts } from '../runtime/mounts.ts';

export const fontforge = defineEngine({
  id: 'fontforge',
  title: 'FontForge',
  dangerous: 'all',
  needs: [
    { command: '/usr/share/fontforge/python/excepthook.py', debian: 'python3-fontforge' },
    { command: '/usr/lib/python3/dist-packages/fontTools/__init__.py', debian: 'python3-fonttools' },
  ],
  mounts: [...pythonMounts, '/usr/share/fontforge'],
  edges: [
    // Never its own format: a file of that may carry a program.
    {
      reads: ['pfb', 'pfa', 'cff', 'ufoz'],
      writes: ['otf', 'ttf', 'pfa', 'pfb', 'dfont', 'sfd', 'ufoz'],
      // It leaves out the numbers that a Type 1 font does not have, and falls over while it writes its own format.
      except: ['pfb>ufoz', 'pfa>ufoz', 'cff>ufoz', 'ufoz>sfd'],
      cost: 2,
      loses: ['hinting'],
    },
    {
      reads: ['ttf', 'otf'],
      writes: ['pfb', 'pfa', 'dfont', 'sfd', 'ufoz'],
      cost: 2,
      loses: ['hinting'],
    },
  ],
  env: sourceDateEnv,
  command: (step) => runnerCommand('fontforge/runner.py', step),
});

/** FontForge: converts Type 1 and other older font formats, and bare CFF fonts, which are common in PDFs. */
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';

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
    // FontForge must not read its own format (SFD), because SFD files may contain programs.
    {
      reads: ['pfb', 'pfa', 'cff', 'ufoz'],
      writes: ['otf', 'ttf', 'pfa', 'pfb', 'dfont', 'sfd', 'ufoz'],
      // Type 1 and CFF fonts lack some metrics, and FontForge does not add them if it converts directly to
      // UFO. FontForge crashes when it converts UFO to SFD.
      except: ['pfb>ufoz', 'pfa>ufoz', 'cff>ufoz', 'ufoz>sfd'],
      cost: 2,
      loses: ['hinting'],
    },
    {
      reads: ['ttf', 'otf'],
      writes: ['pfb', 'pfa', 'dfont', 'sfd', 'ufoz'],
      cost: 2,
      loses: ['hinting'],
      options: ['instance'],
    },
  ],
  env: sourceDateEnv,
  command: (step) => runnerCommand('tools/fontforge/runner.py', step),
});

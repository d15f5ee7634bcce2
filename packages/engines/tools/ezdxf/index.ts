/**
 * ezdxf: draws DXF files (AutoCAD's exchange format). The runner adds text and pages, which ezdxf does not draw itself.
 */
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { binaries, fontMounts, pythonMounts } from '../../contract/mounts.ts';

export const ezdxf = defineEngine({
  id: 'ezdxf',
  title: 'ezdxf',
  singleThreaded: true,
  dangerous: 'all',
  needs: [
    { command: '/usr/lib/python3/dist-packages/ezdxf/__init__.py', debian: 'python3-ezdxf' },
    { command: '/usr/lib/python3/dist-packages/PIL/__init__.py', debian: 'python3-pil' },
    // The font for measuring text.
    {
      command: '/usr/share/fonts/truetype/liberation*/LiberationSans-Regular.ttf',
      debian: 'fonts-liberation',
    },
    { command: 'rsvg-convert', debian: 'librsvg2-bin' },
    { command: 'qpdf', debian: 'qpdf' },
  ],
  mounts: [...pythonMounts, ...binaries('rsvg-convert', 'qpdf'), ...fontMounts],
  edges: [
    { reads: ['dxf'], writes: ['svg', 'pdf'], cost: 2 },
    { reads: ['dxf'], writes: ['png'], cost: 2, options: ['dpi'] },
  ],
  command: (step) => {
    const { to, work, output, options } = step;
    if (to === 'svg') return runnerCommand('tools/ezdxf/runner.py', step);
    const drawn = `${work}/drawn.svg`;
    const zoom = options.dpi === undefined ? [] : ['--zoom', String(options.dpi / 96)];
    return [
      runnerCommand('tools/ezdxf/runner.py', { ...step, output: drawn }),
      ['rsvg-convert', '--unlimited', '--format', to, ...zoom, '--output', output, drawn],
      ...(to === 'pdf' ? [runnerCommand('shared/runner/reproducible.py', step)] : []),
    ];
  },
  // Reading is slow, because a text DXF is read line by line and has two lines per value.
  timeBudget: { ms: 30_000, perMegabyte: 10_000 },
});

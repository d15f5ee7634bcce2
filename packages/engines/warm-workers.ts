/** The programs that wait in boxes with their libraries loaded, and for which of our hosts each of them waits. */
import { defaultLimits, type SandboxLimits } from './runtime/limits.ts';
import type { WarmWorkerSpec } from './runtime/warm-worker-spec.ts';
import { sandboxPaths } from './runtime/sandbox-paths.ts';
import { viewOf } from './runtime/view.ts';
import { calibre, calibreMounts } from './calibre/index.ts';
import { engines } from './index.ts';
import {
  binaries,
  ffmpegMounts,
  fontMounts,
  hyphenationPatterns,
  imagemagickMounts,
  nodeMounts,
  officeMounts,
  archiverMounts,
  pdfTextMounts,
  pandocMounts,
  pythonMounts,
} from './runtime/mounts.ts';

const MB = 1024 * 1024;
const interpreter = '/usr/bin/python3';

/** A box that holds so many bytes more than when it was ready is replaced. */
const maxGrowth = 384 * MB;

interface WarmWorkerKind extends Omit<
  WarmWorkerSpec,
  'ready' | 'maxRetained' | 'maxJobs' | 'maxGrowth' | 'serves' | 'limits' | 'view'
> {
  /** What it may see, and so may all that it serves. */
  mounts: readonly string[];
  /** What it takes when it waits, bytes. */
  restingBytes: number;
  /** The program of a host, and the name of the host where the kind is for that one only. */
  program: string;
  runner?: string;
}

/** What nearly every book goes through, but for Qt: it is large, and pictures alone need it. */
const calibreModules = [
  ...['conversion.cli', 'metadata.toc', 'metadata.sources.identify', 'mobi.mobiml', 'mobi.writer2.main'],
  ...[
    'oeb.reader',
    'oeb.stylizer',
    'oeb.transforms.flatcss',
    'oeb.transforms.htmltoc',
    'oeb.transforms.jacket',
  ],
];

// The first that suits is taken: a kind for one host stands before the kind for the rest of its language. It suits a job
// that names one of its hosts and needs to see no more than it shows.
const kinds: readonly WarmWorkerKind[] = [
  {
    id: 'office',
    command: [interpreter, `${sandboxPaths.engines}/libreoffice/runner.py`, 'warm'],
    mounts: officeMounts,
    ...{ program: interpreter, runner: 'libreoffice/runner.py', restingBytes: 180 * MB },
  },
  {
    id: 'books',
    command: [
      interpreter,
      `${sandboxPaths.engines}/runtime/warm_worker.py`,
      'engines.calibre.runner',
      'html5_parser',
      ...calibreModules.map((part) => `calibre.ebooks.${part}`),
    ],
    ...(calibre.env ? { env: calibre.env } : {}),
    mounts: calibreMounts,
    ...{ program: interpreter, runner: 'calibre/runner.py', restingBytes: 50 * MB },
  },
  {
    id: 'python',
    command: [
      interpreter,
      `${sandboxPaths.engines}/runtime/warm_worker.py`,
      'engines.fonttools.runner',
      'brotli',
      'fontTools.pens.basePen',
    ],
    mounts: [
      ...pythonMounts,
      ...fontMounts,
      hyphenationPatterns,
      ...pdfTextMounts,
      ...archiverMounts,
      ...binaries('mutool'),
    ],
    ...{ program: interpreter, restingBytes: 30 * MB },
  },
  {
    // After the one before, which does not show pandoc: it is to see nothing that it does not need.
    id: 'markup',
    command: [
      interpreter,
      `${sandboxPaths.engines}/runtime/warm_worker.py`,
      'engines.runtime.text_encoding',
      'engines.runtime.zip_times',
    ],
    mounts: pandocMounts,
    ...{ program: interpreter, restingBytes: 10 * MB },
  },
  {
    id: 'node',
    // Its own bound on what it collects would be half of the box's.
    command: [
      sandboxPaths.node,
      '--max-old-space-size=1280',
      '--max-semi-space-size=1',
      `${sandboxPaths.engines}/runtime/warm-worker.ts`,
    ],
    mounts: [...nodeMounts, ...imagemagickMounts, ...ffmpegMounts],
    env: { MALLOC_ARENA_MAX: '2' },
    ...{ program: sandboxPaths.node, restingBytes: 60 * MB },
  },
];

/** Keepers for a machine that runs `atOnce` conversions and lends what waits at most `memory` bytes. */
export function warmWorkersFor(concurrency: number, memory: number): WarmWorkerSpec[] {
  const bytesOfOneEach = kinds.reduce((sum, { restingBytes: atRest }) => sum + atRest, 0);
  const most = Math.max(1, Math.min(concurrency, Math.floor(memory / bytesOfOneEach)));
  const limits = widestLimits();
  return kinds.map(({ id, command, env, program, runner, mounts: shows }) => ({
    id,
    command,
    ...(env ? { env } : {}),
    limits,
    ready: Math.ceil(most / 2),
    maxRetained: most,
    maxJobs: 200,
    maxGrowth,
    view: viewOf(shows),
    serves: (commands) => commands.some((argv) => isRunner(argv, program, runner)),
  }));
}

/** As much as any engine may take: what a job starts in the box can be given less than its keeper has, never more. */
function widestLimits(): SandboxLimits {
  const all = engines.map(({ limits }) => ({ ...defaultLimits, ...limits }));
  const most = (name: keyof typeof defaultLimits) => Math.max(...all.map((limits) => limits[name]));
  return {
    memory: most('memory'),
    processes: most('processes'),
    outputBytes: most('outputBytes'),
    outputFiles: most('outputFiles'),
    // It lives for many jobs.
    wallMs: 3_600_000,
  };
}

function isRunner(
  [program, file = '']: readonly string[],
  wanted: string,
  runner: string | undefined,
): boolean {
  if (program !== wanted) return false;
  return runner === undefined
    ? file.startsWith(`${sandboxPaths.engines}/`)
    : file === `${sandboxPaths.engines}/${runner}`;
}

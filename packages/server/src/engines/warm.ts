/** The programs that wait in boxes with their libraries loaded, and for which of our hosts each of them waits. */
import { defaultLimits, type Limits } from '../sandbox/limits.ts';
import type { Keeper } from '../sandbox/keeper.ts';
import { inBox } from '../sandbox/layout.ts';
import { viewOf } from '../sandbox/view.ts';
import { calibre, calibreParts } from './calibre.ts';
import { engines } from './index.ts';
import {
  binaries,
  ffmpegParts,
  fontParts,
  hyphens,
  magickParts,
  nodeParts,
  officeParts,
  packerParts,
  pageParts,
  pandocParts,
  pythonParts,
} from './shows.ts';

const MB = 1024 * 1024;
const interpreter = '/usr/bin/python3';

/** A box that holds so many bytes more than when it was ready is replaced. */
const mostGrowth = 384 * MB;

interface Kind extends Omit<
  Keeper,
  'ready' | 'keep' | 'mostJobs' | 'mostGrowth' | 'serves' | 'limits' | 'view'
> {
  /** What it may see, and so may all that it serves. */
  shows: readonly string[];
  /** What it takes when it waits, bytes. */
  atRest: number;
  /** The program of a host, and the name of the host where the kind is for that one only. */
  program: string;
  host?: string;
}

/** What nearly every book goes through, but for Qt: it is large, and pictures alone need it. */
const bookParts = [
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
const kinds: readonly Kind[] = [
  {
    id: 'office',
    command: [interpreter, `${inBox.hosts}/office.py`, 'keep'],
    shows: officeParts,
    ...{ program: interpreter, host: 'office.py', atRest: 180 * MB },
  },
  {
    id: 'books',
    command: [
      interpreter,
      `${inBox.hosts}/keep.py`,
      'ebook',
      'html5_parser',
      ...bookParts.map((part) => `calibre.ebooks.${part}`),
    ],
    ...(calibre.env ? { env: calibre.env } : {}),
    shows: calibreParts,
    ...{ program: interpreter, host: 'ebook.py', atRest: 50 * MB },
  },
  {
    id: 'python',
    command: [interpreter, `${inBox.hosts}/keep.py`, 'fonts', 'brotli', 'fontTools.pens.basePen'],
    shows: [...pythonParts, ...fontParts, hyphens, ...pageParts, ...packerParts, ...binaries('mutool')],
    ...{ program: interpreter, atRest: 30 * MB },
  },
  {
    // After the one before, which does not show pandoc: it is to see nothing that it does not need.
    id: 'markup',
    command: [interpreter, `${inBox.hosts}/keep.py`, 'text_encoding', 'zip_times'],
    shows: pandocParts,
    ...{ program: interpreter, atRest: 10 * MB },
  },
  {
    id: 'node',
    // Its own bound on what it collects would be half of the box's.
    command: [inBox.node, '--max-old-space-size=1280', '--max-semi-space-size=1', `${inBox.hosts}/keep.ts`],
    shows: [...nodeParts, ...magickParts, ...ffmpegParts],
    env: { MALLOC_ARENA_MAX: '2' },
    ...{ program: inBox.node, atRest: 60 * MB },
  },
];

/** Keepers for a machine that runs `atOnce` conversions and lends what waits at most `memory` bytes. */
export function keepersFor(atOnce: number, memory: number): Keeper[] {
  const oneOfEach = kinds.reduce((sum, { atRest }) => sum + atRest, 0);
  const most = Math.max(1, Math.min(atOnce, Math.floor(memory / oneOfEach)));
  const limits = widestLimits();
  return kinds.map(({ id, command, env, program, host, shows }) => ({
    id,
    command,
    ...(env ? { env } : {}),
    limits,
    ready: Math.ceil(most / 2),
    keep: most,
    mostJobs: 200,
    mostGrowth,
    view: viewOf(shows),
    serves: (commands) => commands.some((argv) => isHost(argv, program, host)),
  }));
}

/** As much as any engine may take: what a job starts in the box can be given less than its keeper has, never more. */
function widestLimits(): Limits {
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

function isHost([program, file = '']: readonly string[], wanted: string, host: string | undefined): boolean {
  if (program !== wanted) return false;
  return host === undefined ? file.startsWith(`${inBox.hosts}/`) : file === `${inBox.hosts}/${host}`;
}

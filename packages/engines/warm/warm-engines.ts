/** Defines the kinds of warm engines, and the jobs that each kind serves. */
import { defaultLimits, type SandboxLimits } from '../contract/limits.ts';
import type { WarmEngineSpec } from './warm-engine-spec.ts';
import { sandboxPaths } from '../contract/sandbox-paths.ts';
import { viewOf } from '../contract/view.ts';
import { calibre, calibreMounts } from '../tools/calibre/index.ts';
import { fileInfoMounts } from '../passes/file_info/index.ts';
import { img2pdfMounts } from '../tools/img2pdf/page.ts';
import { engines } from '../index.ts';
import { ocrMounts } from '../tools/ocrmypdf/recognize.ts';
import { openpyxl } from '../tools/openpyxl/index.ts';
import {
  archiverMounts,
  binaries,
  chromiumMounts,
  ffmpegMounts,
  fontMounts,
  hyphenationPatterns,
  imagemagickMounts,
  nodeMounts,
  pictureMounts,
  officeMounts,
  pandocMounts,
  pdfTextMounts,
  pythonMounts,
  vipsMounts,
} from '../contract/mounts.ts';

const MB = 1024 * 1024;
const python = '/usr/bin/python3';
const pythonEngine = `${sandboxPaths.engines}/shared/runner/warm_engine.py`;

/** Memory growth in bytes after which an engine is replaced. */
const maxGrowth = 384 * MB;

interface WarmEngineKind extends Omit<
  WarmEngineSpec,
  'ready' | 'maxRetained' | 'maxJobs' | 'maxGrowth' | 'serves' | 'limits' | 'view'
> {
  /** Mounts of the engine's sandbox. The engine does not run jobs that need a mount outside of this list. */
  mounts: readonly string[];
  /** Memory of an engine that waits for jobs, in bytes. */
  restingBytes: number;
  /**
   * Number of engines of this kind that are kept ready while no job needs the kind. The default is `inUse`, which is
   * the number of engines that are kept ready while jobs need this kind.
   */
  atRest?: number;
  /** Path of an interpreter, such as `/usr/bin/python3`. The engine runs only runners that use this interpreter. */
  program: string;
  /** The only runner that the engine runs. By default, an engine runs all runners of its interpreter. */
  runner?: string;
  /**
   * Number of jobs after which an engine is replaced. A restart takes as long as hundreds of jobs, so engines that do
   * not leak memory are replaced less often.
   */
  maxJobs?: number;
}

/**
 * Modules that nearly all books need. The kind `books` also loads Qt (`calibre.gui2`), because calibre loads Qt before
 * it knows whether a book has drawings.
 */
const calibreModules = [
  ...['conversion.cli', 'conversion.plumber', 'metadata.opf3', 'metadata.sources.identify', 'metadata.toc'],
  ...['mobi.mobiml', 'mobi.writer2.main', 'mobi.writer2.resources', 'mobi.writer8.main'],
  ...['oeb.reader', 'oeb.stylizer', 'unihandecode'],
  ...[
    ...['data_url', 'flatcss', 'guide', 'htmltoc', 'jacket', 'manglecase', 'metadata', 'page_margin'],
    ...['rasterize', 'split', 'structure', 'trimmanifest'],
  ].map((name) => `oeb.transforms.${name}`),
];

/**
 * Modules for common files: archives, fonts, messages, PDFs, subtitles and text files. The plugins of Pillow are listed,
 * because Pillow otherwise loads them only when it opens a picture.
 */
const pythonModules = [
  ...['codecs.mail', 'codecs.slides', 'codecs.subtitles'].map((folder) => `engines.${folder}.runner`),
  ...['file_info', 'metadata', 'pdf_pictures'].map((pass) => `engines.passes.${pass}.runner`),
  ...['fonttools', 'libarchive', 'mupdf', 'pikepdf'].map((tool) => `engines.tools.${tool}.runner`),
  ...['combine', 'split', 'selection.runner', 'operations.lines', 'operations.stamp'].map(
    (name) => `engines.tools.pikepdf.${name}`,
  ),
  ...[
    'tools.pandoc.runner_docx',
    'tools.rsvg.runner_check',
    'shared.text.to_utf8',
    'shared.runner.zip_times',
  ].map((name) => `engines.${name}`),
  ...['brotli', 'fontTools.pens.basePen', 'yaml'],
  ...['Bmp', 'Gif', 'Jpeg', 'Png', 'Ppm', 'Tiff'].map((format) => `PIL.${format}ImagePlugin`),
];

/** Returns the command of the warm engine in Node. `preloaded` selects the modules that are loaded in advance. */
function nodeEngine(preloaded: string): readonly string[] {
  return [
    sandboxPaths.node,
    // Without `--max-old-space-size`, V8 would limit the heap to half of the sandbox's memory.
    '--max-old-space-size=1280',
    '--max-semi-space-size=1',
    `${sandboxPaths.engines}/warm/warm-engine.ts`,
    preloaded,
  ];
}

/**
 * The kinds of warm engines, in order of preference. A job runs in an engine of the first kind that can run one of the
 * job's commands and has all mounts that the job needs.
 */
const kinds: readonly WarmEngineKind[] = [
  {
    id: 'office',
    command: [python, `${sandboxPaths.engines}/tools/libreoffice/runner.py`, 'warm'],
    mounts: officeMounts,
    ...{ program: python, runner: 'tools/libreoffice/runner.py', restingBytes: 180 * MB },
  },
  {
    id: 'books',
    command: [
      python,
      pythonEngine,
      'engines.tools.calibre.runner',
      'html5_parser',
      ...calibreModules.map((name) => `calibre.ebooks.${name}`),
      'calibre.gui2',
    ],
    ...(calibre.env ? { env: calibre.env } : {}),
    mounts: calibreMounts,
    ...{ program: python, runner: 'tools/calibre/runner.py', restingBytes: 85 * MB, atRest: 0 },
  },
  {
    id: 'python',
    command: [python, pythonEngine, ...pythonModules],
    mounts: [
      ...pythonMounts,
      ...fontMounts,
      hyphenationPatterns,
      ...pdfTextMounts,
      ...pandocMounts,
      ...archiverMounts,
      ...fileInfoMounts,
      ...ocrMounts,
      ...binaries('cp', 'ddjvu', 'djvutxt', 'mutool', 'od', 'pdftoppm', 'rsvg-convert'),
      '/usr/share/djvu',
    ],
    ...{ program: python, restingBytes: 50 * MB },
  },
  {
    id: 'sheets',
    command: [python, pythonEngine, 'engines.tools.openpyxl.runner'],
    ...(openpyxl.env ? { env: openpyxl.env } : {}),
    mounts: [...pythonMounts, ...nodeMounts],
    ...{ program: python, runner: 'tools/openpyxl/runner.py', restingBytes: 20 * MB, atRest: 0 },
  },
  {
    // The kind `workbooks` includes the mounts of LibreOffice, because LibreOffice calculates formulas that have no
    // stored result.
    id: 'workbooks',
    command: nodeEngine('workbooks'),
    mounts: [...officeMounts, ...nodeMounts],
    ...{ program: sandboxPaths.node, runner: 'tools/sheetjs/runner.ts', restingBytes: 30 * MB, atRest: 0 },
  },
  {
    id: 'browser',
    command: [sandboxPaths.node, `${sandboxPaths.engines}/tools/chromium/runner-warm.ts`],
    mounts: chromiumMounts,
    ...{ program: sandboxPaths.node, runner: 'tools/chromium/runner.ts', restingBytes: 140 * MB, atRest: 0 },
  },
  {
    id: 'data',
    command: nodeEngine('data'),
    mounts: nodeMounts,
    ...{
      program: sandboxPaths.node,
      runner: 'codecs/data/runner.ts',
      restingBytes: 15 * MB,
      maxJobs: 10_000,
    },
  },
  {
    id: 'media',
    command: nodeEngine('media'),
    // The mounts of Python are included, because the Python program `tools/ffmpeg/preloaded.py` loads the programs of
    // FFmpeg.
    mounts: [...nodeMounts, ...ffmpegMounts, ...pythonMounts],
    ...{ program: sandboxPaths.node, runner: 'tools/ffmpeg/runner.ts', restingBytes: 30 * MB, atRest: 0 },
  },
  {
    id: 'node',
    command: nodeEngine('pictures'),
    mounts: [
      ...pictureMounts,
      ...archiverMounts,
      ...imagemagickMounts,
      ...img2pdfMounts,
      ...vipsMounts,
      ...binaries(
        'dcraw_emu',
        'fc-match',
        'icns2png',
        'jpegtran',
        'optipng',
        'png2icns',
        'potrace',
        'rsvg-convert',
        'tiffcp',
      ),
    ],
    env: { MALLOC_ARENA_MAX: '2' },
    ...{ program: sandboxPaths.node, restingBytes: 50 * MB },
  },
];

/** The request limit allows anonymous callers to run at most this number of conversions at the same time. */
const longestBurst = 5;

/**
 * Returns the warm engines of a machine that runs up to `concurrency` conversions at a time and has `memory` bytes for
 * idle engines.
 */
export function warmEnginesFor(concurrency: number, memory: number): WarmEngineSpec[] {
  const bytesOfOneEach = kinds.reduce((sum, { restingBytes }) => sum + restingBytes, 0);
  const ofEach = Math.floor(memory / bytesOfOneEach);
  const maxRetained = Math.max(1, Math.min(concurrency, ofEach));
  const inUse = Math.ceil(maxRetained / 2);
  // The memory suffices for `ofEach` engines of every kind. A burst of jobs needs engines of only some kinds, so each
  // needed kind may have more ready engines than `inUse` during the burst.
  const inBurst = Math.max(inUse, Math.min(longestBurst, ofEach));
  const limits = widestLimits();
  return kinds.map(({ id, command, env, program, runner, mounts, atRest = inUse, maxJobs = 1_000 }) => ({
    id,
    command,
    ...(env ? { env } : {}),
    limits,
    ready: { atRest, inUse, inBurst },
    maxRetained,
    maxJobs,
    maxGrowth,
    view: viewOf(mounts),
    serves: (commands) => commands.some((argv) => isRunner(argv, program, runner)),
  }));
}

/**
 * Returns the limits of warm engines: for each limit, the largest value among all engines. A job cannot exceed the
 * limits of its warm engine.
 */
function widestLimits(): SandboxLimits {
  const all = engines.map(({ limits }) => ({ ...defaultLimits, ...limits }));
  const largest = (name: keyof typeof defaultLimits) => Math.max(...all.map((limits) => limits[name]));
  return {
    memory: largest('memory'),
    processes: largest('processes'),
    outputBytes: largest('outputBytes'),
    outputFiles: largest('outputFiles'),
    // The time limit is long, because a warm engine runs many jobs.
    wallMs: 3_600_000,
  };
}

function isRunner(
  [program, file = '']: readonly string[],
  interpreter: string,
  runner: string | undefined,
): boolean {
  if (program !== interpreter) return false;
  return runner === undefined
    ? file.startsWith(`${sandboxPaths.engines}/`)
    : file === `${sandboxPaths.engines}/${runner}`;
}

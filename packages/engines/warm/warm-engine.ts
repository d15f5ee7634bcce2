/**
 * Implements the warm engine in Node. The engine loads one of these runners, with its libraries, in advance: sharp, the
 * data codecs, SheetJS or FFmpeg. The engine imports every other runner when a job needs the runner.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Step } from '../contract/engine.ts';
import { sandboxPaths } from '../contract/sandbox-paths.ts';
import { exitStatus } from '../shared/runner/run.ts';
import type { WorkbookStep } from '../tools/sheetjs/runner.ts';

interface EngineScript {
  commands: readonly (readonly string[])[];
  env: Readonly<Record<string, string>>;
  bounds: readonly string[];
  /** Processor time limit of each command in seconds. */
  cpu: number;
}

interface Runner {
  file: string;
  /** Runs one step. `cpu` is the processor time limit of child programs in seconds. */
  convert(step: Step, cpu: number): Promise<void>;
  /** Whether other processes of the sandbox must survive a job, because the runner needs them for the next job. */
  keepsProcess?: boolean;
}

/**
 * Functions that load a runner in advance. The command-line argument of the warm engine is the name of one function.
 */
const preloads: Readonly<Record<string, () => Promise<Runner>>> = {
  data: loadData,
  media: loadMedia,
  pictures: loadPictures,
  workbooks: loadWorkbooks,
};

const scratch = '/tmp';

/** The runner of most jobs. The runners of other jobs are imported on demand. */
const preloaded = await preloads[process.argv[2] ?? '']?.();

const initialScratchFiles = new Set(readdirSync(scratch));
let runs = 0;
reportDone();
createInterface({ input: process.stdin }).on(
  'line',
  (line) => void takeJob(JSON.parse(line) as EngineScript),
);

async function takeJob(script: EngineScript): Promise<void> {
  // eslint-disable-next-line no-restricted-syntax -- a runner in a separate process would have this environment
  Object.assign(process.env, script.env);
  for (const command of script.commands) {
    await perform(command, script);
    // If a runner has refused its file or a program has failed, `exitCode` is set, and the engine exits with this code.
    if (process.exitCode) process.exit();
  }
  if (!preloaded?.keepsProcess) killOthers();
  empty(sandboxPaths.work);
  empty(scratch, initialScratchFiles);
  reportDone();
}

function empty(folder: string, except: ReadonlySet<string> = new Set()): void {
  for (const name of readdirSync(folder)) {
    if (!except.has(name)) rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
}

/**
 * Kills all other processes of the sandbox. `kill(-1)` does not reach its caller, which is process 1 of the sandbox.
 */
function killOthers(): void {
  if (process.pid !== 1) return;
  try {
    process.kill(-1, 'SIGKILL');
  } catch {
    // Ignores the error that `kill` throws if the sandbox has no other process.
  }
}

async function loadData(): Promise<Runner> {
  const { codecs } = await import('../codecs/data/codecs.ts');
  const { convert } = await import('../codecs/data/runner.ts');
  for (const name of ['json', 'yaml', 'xml', 'csv']) await codecs[name]?.();
  return { file: 'codecs/data/runner.ts', convert };
}

async function loadMedia(): Promise<Runner> {
  const { convert } = await import('../tools/ffmpeg/runner.ts');
  const { preloadPrograms } = await import('../tools/ffmpeg/streams/programs.ts');
  const programsWithin = await preloadPrograms();
  return {
    file: 'tools/ffmpeg/runner.ts',
    keepsProcess: true,
    convert: (step, cpu) => convert(step, programsWithin(cpu)),
  };
}

/** Converts tiny pictures to load the code that most jobs need. Returns the runner. */
async function loadPictures(): Promise<Runner> {
  const { default: sharp } = await import('sharp');
  const { convert } = await import('../tools/sharp/runner.ts');
  // Disables the cache of sharp, because the cache would outlive the job.
  sharp.cache(false);
  const dot = { width: 8, height: 8, channels: 4, background: '#fff' } as const;
  const picture = await sharp({ create: dot }).png().toBuffer();
  await Promise.all([sharp(picture).webp().toBuffer(), sharp(picture).flatten().jpeg().toBuffer()]);
  await loadDrawings();
  return { file: 'tools/sharp/runner.ts', convert };
}

/** Loads the installed fonts, and determines substitutes for the fonts that most drawings use. */
async function loadDrawings(): Promise<void> {
  const { warmUp } = await import('../tools/resvg/draw.ts');
  await warmUp();
}

async function loadWorkbooks(): Promise<Runner> {
  const { codecs } = await import('../codecs/data/codecs.ts');
  const { convert } = await import('../tools/sheetjs/runner.ts');
  for (const name of ['json', 'yaml', 'xml']) await codecs[name]?.();
  return { file: 'tools/sheetjs/runner.ts', convert: (step) => convert(step as WorkbookStep) };
}

function reportDone(): void {
  process.stdout.write('done\n');
}

/**
 * Allows this process `seconds` more of processor time. The kernel enforces the limit, because a timer cannot fire
 * while native code blocks the event loop.
 */
function boundProcessorTime(seconds: number): void {
  const { user, system } = process.cpuUsage();
  const limit = Math.ceil((user + system) / 1e6) + seconds;
  spawnSync('/usr/bin/prlimit', [`--pid=${process.pid}`, `--cpu=${limit}:`], { stdio: 'ignore' });
}

async function perform(command: readonly string[], { bounds, cpu }: EngineScript): Promise<void> {
  const [program, file = '', ...words] = command;
  if (program === sandboxPaths.node && file.startsWith(sandboxPaths.engines)) {
    if (preloaded && path.relative(sandboxPaths.engines, file) === preloaded.file)
      return preloaded.convert(JSON.parse(words[0] ?? '{}') as Step, cpu);
    boundProcessorTime(cpu);
    process.argv = [program, file, ...words];
    // The URL differs for each run, because Node evaluates a module only once per URL.
    await import(`${file}?${(runs += 1)}`);
    return;
  }
  const [first = '', ...rest] = [...bounds, ...command];
  const { status, signal } = spawnSync(first, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  process.exitCode = exitStatus(status, signal);
}

/** A plan carried out: each step boxed in a folder of its own, the last one's files handed back. */
import { link, mkdir, readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  commandsOf,
  timeBudgetOf,
  mountsOf,
  type Engine,
  type Step,
} from '@protean/engines/runtime/engine.ts';
import { optionsOfStep, type Options } from '@protean/engines/runtime/options.ts';
import type { Format } from '@protean/formats/format.ts';
import { sandboxPaths } from '@protean/engines/runtime/sandbox-paths.ts';
import type { StepFolders } from '../sandbox/layout.ts';
import { defaultLimits, type SandboxLimits } from '@protean/engines/runtime/limits.ts';
import type { RunOutcome } from '../sandbox/sandbox-process.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Edge } from './edges.ts';
import { diedOfFile, failureOf, refused } from './failure.ts';
import type { KnownGood } from './known-good.ts';
import { bestFitting } from './max-size.ts';
import { watchProgress } from './progress.ts';
import { BadResult, checkResult } from './result.ts';
import { checkSpace } from './space.ts';

export interface PerformTask {
  steps: readonly Edge[];
  /** The file to convert. */
  file: string;
  /** A folder for the steps' own folders. */
  dir: string;
  options: Options;
  /** Longest time for all steps together, milliseconds. */
  wallMs: number;
  signal?: AbortSignal;
  /** Whose file it is; nobody's shares a box with nothing. */
  owner?: string;
  /** More than a conversion may usually take. */
  bounds?: StepBounds;
  /** Told of how much is done, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** What a conversion may take that nobody waits for, in place of what its engines usually may. */
export interface StepBounds {
  /** Milliseconds of all steps together. */
  wallMs: number;
  /** Bytes that each step may write, where its engine may not write more anyway. */
  outputBytes: number;
}

export interface PerformServices {
  sandbox: Sandbox;
  knownGood: KnownGood;
  engine(id: string): Engine;
  format(ext: string): Format;
  now(): number;
}

/**
 * The files of the last step: one, or several in order where the step splits (pages, frames).
 * Throws `bad_request` when the file is at fault, `service_unavailable` when an engine is.
 */
export async function perform(task: PerformTask, tools: PerformServices): Promise<string[]> {
  const deadline = tools.now() + task.wallMs;
  const { steps } = task;
  const known = steps.map(({ options }) => options);
  let files: string[] = [task.file];
  for (const [n, edge] of steps.entries()) {
    const options = optionsOfStep(task.options, known, n);
    const inputs = files;
    const onProgress = (share: number) => task.onProgress?.((n + share) / steps.length);
    const make = (name: string, chosen: Options) => {
      const dir = path.join(task.dir, name);
      return performOnEach(inputs, { ...task, edge, options: chosen, dir, deadline, onProgress }, tools);
    };
    files = await (options.max_size === undefined
      ? make(`step-${n + 1}`, options)
      : makeWithin(options.max_size, options, edge, { deadline, now: () => tools.now() }, make));
    onProgress(1);
  }
  return files;
}

/** Above it quality costs bytes that nobody sees. */
const bestQuality = 95;

/** Performs the edge as often as it takes to find the best quality whose result has at most `most` bytes. */
function makeWithin(
  maxBytes: number,
  options: Options,
  edge: Edge,
  time: { deadline: number; now: () => number },
  make: (name: string, options: Options) => Promise<string[]>,
): Promise<string[]> {
  let longest = 0;
  return bestFitting({
    maxBytes,
    best: options.quality ?? bestQuality,
    // What takes long is found less exactly.
    tries: edge.cost > 5 ? 4 : 7,
    make: async (quality) => {
      const began = time.now();
      const files = await make(
        `at-${quality ?? 'usual'}`,
        quality === undefined ? options : { ...options, quality },
      );
      longest = Math.max(longest, time.now() - began);
      return files;
    },
    mayGoOn: () => time.now() + 2 * longest < time.deadline,
  });
}

type StepTask = Omit<PerformTask, 'steps' | 'wallMs' | 'file'> & {
  edge: Edge;
  deadline: number;
  onProgress: (share: number) => void;
};

/** Performs one edge on each of the files, whose results keep their order and, where they are several, their names. */
async function performOnEach(
  files: readonly string[],
  task: StepTask,
  tools: PerformServices,
): Promise<string[]> {
  const [only] = files;
  if (only !== undefined && files.length === 1) return performStep({ ...task, file: only }, tools);
  await mkdir(task.dir);
  const results: string[] = [];
  for (const [n, file] of files.entries()) {
    const stem = path.parse(file).name;
    const onProgress = (share: number) => task.onProgress((n + share) / files.length);
    const one = { ...task, file, dir: path.join(task.dir, stem), onProgress };
    for (const result of await performStep(one, tools)) {
      const { name, ext } = path.parse(result);
      const named = path.join(task.dir, `${stem}${name === 'out' ? '' : `-${name}`}${ext}`);
      await rename(result, named);
      results.push(named);
    }
  }
  return results;
}

/** A death that took longer is not tried again: who waits for an answer has waited enough. */
const quickCrashMs = 12_000;

/**
 * Performs one edge. An engine that dies at once is tried again in a fresh box: where it dies again, and yet converts
 * what is known to be good, the file is at fault.
 */
async function performStep(task: StepTask & { file: string }, tools: PerformServices): Promise<string[]> {
  const engine = tools.engine(task.edge.engine);
  const began = tools.now();
  const first = await attemptStep(task, tools);
  if (!('died' in first)) {
    tools.knownGood.worked(engine);
    return first.files;
  }
  if (tools.now() - began > quickCrashMs || !(await tools.knownGood.works(engine))) throw first.died;
  const nobodys = { ...task };
  delete nobodys.owner;
  const second = await attemptStep(nobodys, tools);
  if ('died' in second) throw refused(task.edge, 'unreadable_file', second.died);
  return second.files;
}

type Attempt = { files: string[] } | { died: Error };

/** Answers the death of an engine that the file may have caused; throws every other failure. */
async function attemptStep(task: StepTask & { file: string }, tools: PerformServices): Promise<Attempt> {
  const { edge, options, signal, owner, bounds, onProgress } = task;
  const engine = tools.engine(edge.engine);
  let died = false;
  const step: Step = {
    from: edge.from,
    to: edge.to,
    input: `${sandboxPaths.input}/in.${edge.from}`,
    output: `${sandboxPaths.output}/out.${edge.to}`,
    outputDir: sandboxPaths.output,
    work: sandboxPaths.work,
    options,
  };
  let stopWatching = () => {};
  const { size } = await stat(task.file);
  const job = {
    commands: commandsOf(engine, step),
    shows: mountsOf(engine, step),
    limits: limitsFor(engine, { from: edge.from, bytes: size }, task.deadline - tools.now(), bounds),
    ...(engine.env ? { env: engine.env } : {}),
    ...(signal ? { signal } : {}),
    ...(owner === undefined ? {} : { owner }),
    // The engine sees our name for the file, never the caller's.
    stageInputs: async (folders: StepFolders) => {
      await link(task.file, path.join(folders.input, `in.${edge.from}`));
      stopWatching = watchProgress(engine, folders, onProgress);
    },
    collectOutputs: async ({ output }: StepFolders, outcome: RunOutcome) => {
      stopWatching();
      signal?.throwIfAborted();
      await checkSpace(output, outcome);
      const failure = await failureOf(outcome, engine, task);
      died = failure?.code === 'service_unavailable' && diedOfFile(outcome);
      if (failure) throw failure;
      const files = await moveAll(output, task.dir);
      await checkStep(files, task, tools);
      return files;
    },
  };
  try {
    return { files: await tools.sandbox.run(job) };
  } catch (error) {
    if (died && error instanceof Error) return { died: error };
    throw error;
  } finally {
    stopWatching();
  }
}

/** Answers the new places, sorted. The folder itself stays: a box that takes another job looks into it. */
async function moveAll(from: string, to: string): Promise<string[]> {
  await mkdir(to);
  const names = (await readdir(from)).sort();
  for (const name of names) await rename(path.join(from, name), path.join(to, name));
  return names.map((name) => path.join(to, name));
}

async function checkStep(
  files: readonly string[],
  { edge, options }: StepTask,
  tools: PerformServices,
): Promise<void> {
  try {
    await checkResult(files, tools.format(edge.to));
    const several = edge.many || options.page === 'all';
    if (files.length > 1 && !several) throw new BadResult(`${files.length} files where one was due`);
  } catch (error) {
    if (error instanceof BadResult) throw refused(edge, 'unreadable_file', error);
    throw error;
  }
}

function limitsFor(
  engine: Engine,
  file: { from: string; bytes: number },
  leftMs: number,
  bounds: StepBounds | undefined,
): SandboxLimits {
  const limits = { ...defaultLimits, ...engine.limits };
  const { wallMs, ...processor } = timeBudgetOf(engine, file);
  return {
    ...limits,
    ...(bounds ? {} : processor),
    wallMs: Math.max(1, bounds ? leftMs : Math.min(wallMs, leftMs)),
    outputBytes: Math.max(limits.outputBytes, bounds?.outputBytes ?? 0),
  };
}

/** One step of a conversion: converts a file along an edge in a sandbox, with a second attempt after a crash. */
import { linkSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  commandsOf,
  mountsOf,
  timeBudgetOf,
  type Engine,
  type Step,
} from '@protean/engines/contract/engine.ts';
import { reportsNothing } from '@protean/engines/shared/runner/nothing.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { defaultLimits, type SandboxLimits } from '@protean/engines/contract/limits.ts';
import type { OptionName, Options } from '@protean/engines/contract/options.ts';
import type { GivenWarning } from '@protean/engines/contract/warnings.ts';
import { format } from '@protean/formats';
import { ServiceError } from '../../errors.ts';
import { eachInSlices } from '../../kit/concurrency/in-slices.ts';
import type { Sandbox, SandboxRun } from '../../sandbox/sandbox.ts';
import type { Attempts } from '../result/attempts.ts';
import type { Edge } from '../catalogue/edges.ts';
import { diedOfFile, failureOf, refused, type ConversionEnds } from './failure.ts';
import type { Deadline } from '../request/deadline.ts';
import type { KnownGood } from './known-good.ts';
import { watchProgress } from './progress.ts';
import { BadResult, checkResult } from '../result/result.ts';
import { checkSpace } from '../result/space.ts';
import { boundedLimits, type ConversionContext, type OnProgress } from '../request/context.ts';
import { extraMs } from '../request/time-limit.ts';
import { stagedFiles } from '../request/staged-files.ts';
import { takeWarnings } from '../result/warnings.ts';

/** Scope that all steps of a conversion share. */
export interface StepScope extends Pick<ConversionContext, 'bounds' | 'signal'> {
  sandbox: Sandbox;
  knownGood: KnownGood;
  engine: (id: string) => Engine;
  /** Returns the monotonic time in milliseconds. */
  now: () => number;
  /** Time limit of all steps together. */
  deadline: Deadline;
  /** Tenant identifier. Without an identifier, no sandbox is reused. */
  owner?: string | undefined;
  /** The name that the caller gave the source. */
  fileName?: string | undefined;
  /**
   * Returns whether the source is undamaged. An empty result is correct only for an undamaged source. Without the
   * function `isSound`, an empty result is an error.
   */
  isSound?: (() => Promise<boolean>) | undefined;
  /** Receives failed attempts. */
  attempts?: Attempts | undefined;
  /** Wraps the execution of each step, to record traces. */
  aroundStep?: AroundStep | undefined;
  /**
   * Returns the edge to use for an intermediate file. The features of an intermediate file may need another engine than
   * the planned engine. The engine of the returned edge must support the options `names`.
   */
  adapt?: ((edge: Edge, file: string, names: readonly OptionName[]) => Promise<Edge>) | undefined;
  /** Receives each executed step with its duration in milliseconds. */
  onStep?: ((edge: Edge, ms: number) => void) | undefined;
  /** Receives the warnings of the steps. */
  onWarning?: ((warning: GivenWarning) => void) | undefined;
}

/** Runs the function `work`, which performs the conversion step of `edge`. */
export type AroundStep = <T>(edge: Edge, work: () => Promise<T>) => Promise<T>;

/**
 * If a step crashes within this time in milliseconds, it gets a second attempt. A step that crashes after this time
 * gets no second attempt, because the caller has waited long enough.
 */
const quickCrashMs = 12_000;

/** The files that a step reads, with the caller's names for them. */
interface NamedSources {
  sources: readonly string[];
  titles?: readonly string[];
}

type StepOutcome = { files: string[] } | { crash: Error };

export class ConversionStep {
  readonly #edge: Edge;
  readonly #options: Options;
  readonly #ends: ConversionEnds;
  readonly #scope: StepScope;
  readonly #engine: Engine;

  /** `ends` are the source and target of the conversion. By default, `ends` are the source and target of this step. */
  constructor(
    edge: Edge,
    options: Options,
    scope: StepScope,
    ends: ConversionEnds = { source: edge.from, target: edge.to },
  ) {
    this.#edge = edge;
    this.#options = options;
    this.#ends = ends;
    this.#scope = scope;
    this.#engine = scope.engine(edge.engine);
  }

  /**
   * Returns the sorted paths of the result's files in the new folder `dir`. A single result file gets no folder, and
   * its path is `dir` plus the extension. If an engine crashes quickly, but still converts its known-good file, the
   * engine gets a second attempt. The second attempt uses a new process in a fresh sandbox. If the second attempt
   * crashes too, the file is at fault. Throws `bad_request` if the file is at fault, `service_unavailable` if the
   * engine is at fault, and the signal's reason after an abort.
   */
  convert(file: string, dir: string, onProgress: OnProgress): Promise<string[]> {
    return this.combine([file], dir, onProgress);
  }

  /**
   * Merges several files on an edge with the property `combines`. Returns the result of {@link convert}, and throws its
   * errors.
   */
  async combine(
    sources: readonly string[],
    dir: string,
    onProgress: OnProgress,
    titles?: readonly string[],
  ): Promise<string[]> {
    const { now, onStep, aroundStep } = this.#scope;
    const began = now();
    const work = () => this.#files({ sources, ...(titles ? { titles } : {}) }, dir, onProgress);
    const files = await (aroundStep ? aroundStep(this.#edge, work) : work());
    onStep?.(this.#edge, now() - began);
    return files;
  }

  async #files(named: NamedSources, dir: string, onProgress: OnProgress): Promise<string[]> {
    const { attempts, knownGood, deadline, owner } = this.#scope;
    const began = deadline.countedMs;
    const first = await this.#recorded(() => this.#attempt(named, dir, onProgress, { owner }));
    if ('files' in first) {
      knownGood.worked(this.#engine);
      return first.files;
    }
    const isSlow = deadline.countedMs - began > quickCrashMs;
    if (isSlow || !(await knownGood.works(this.#engine, deadline))) throw first.crash;
    // Some files crash a warm engine, but do not crash a new process.
    const retry = () => this.#recorded(() => this.#attempt(named, dir, onProgress, { cold: true }));
    const second = await (attempts ? attempts.by('fresh_process', retry) : retry());
    if ('files' in second) {
      await attempts?.by('fresh_process', () => attempts.converted(this.#engine.id));
      return second.files;
    }
    throw refused(this.#edge, this.#ends, 'unreadable_file', second.crash);
  }

  /** Runs `attempt`, and records the failure if the engine crashes or fails. */
  async #recorded(attempt: () => Promise<StepOutcome>): Promise<StepOutcome> {
    const { attempts } = this.#scope;
    try {
      const outcome = await attempt();
      if ('crash' in outcome) attempts?.failed(this.#engine.id, 'engine_crashed', outcome.crash.cause);
      return outcome;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const reason = error.details?.['reason'];
      attempts?.failed(this.#engine.id, typeof reason === 'string' ? reason : error.code, error.cause);
      throw error;
    }
  }

  /**
   * Makes one attempt. Returns the result files, or the crash if the source file may have caused the crash. If the
   * source file cannot have caused the failure, throws the error.
   */
  async #attempt(
    { sources, ...titles }: NamedSources,
    dir: string,
    onProgress: OnProgress,
    sandboxTerms: Pick<SandboxRun<StepOutcome>, 'owner' | 'cold'>,
  ): Promise<StepOutcome> {
    const { from, to } = this.#edge;
    const { sandbox, signal, onWarning, deadline, now } = this.#scope;
    const names = sources.map((_, n) => (n === 0 ? `in.${from}` : `in-${n + 1}.${from}`));
    const [file = ''] = sources;
    const staged = stagedFiles(this.#options);
    const limits = this.#limitsFor(sizeOf(sources));
    const step: Step = {
      from,
      to,
      input: `${sandboxPaths.input}/in.${from}`,
      ...(names.length > 1 ? { inputs: names.map((name) => `${sandboxPaths.input}/${name}`) } : {}),
      ...titles,
      output: `${sandboxPaths.output}/out.${to}`,
      outputDir: sandboxPaths.output,
      work: sandboxPaths.work,
      ...{ options: staged.options, ...(staged.files.size > 0 ? { optionFiles: staged.names } : {}) },
      ...(to === this.#ends.target ? {} : { intermediate: true, target: this.#ends.target }),
      timeLimit: { ms: limits.wallMs, longestMs: limits.longestWallMs ?? limits.wallMs },
      ...this.#shownName(),
    };
    let crashed = false;
    let stopWatching = () => {};
    const requested = now();
    try {
      return await sandbox.run<StepOutcome>({
        commands: commandsOf(this.#engine, step),
        mounts: mountsOf(this.#engine, step),
        limits,
        env: this.#engine.env,
        signal,
        ...sandboxTerms,
        // The paths of the files never contain the name that the caller gave.
        stageInputs: (folders) => {
          deadline.waited(now() - requested);
          for (const [n, name] of names.entries()) linkSync(sources[n] ?? '', path.join(folders.input, name));
          for (const [name, content] of staged.files) writeFileSync(path.join(folders.input, name), content);
          stopWatching = watchProgress(this.#engine, folders, onProgress);
        },
        collectOutputs: async ({ output }, outcome) => {
          stopWatching();
          deadline.waited(outcome.waitedMs);
          signal?.throwIfAborted();
          checkSpace(output, outcome);
          const failure = await failureOf(outcome, this.#engine, {
            edge: this.#edge,
            ends: this.#ends,
            file,
            options: this.#options,
          });
          crashed = failure?.code === 'service_unavailable' && diedOfFile(outcome);
          if (failure) throw failure;
          for (const warning of await takeWarnings(output)) onWarning?.(warning);
          const files = await takeResults(output, to, dir);
          await this.#checkFiles(files, reportsNothing(outcome.stderr));
          return { files };
        },
      });
    } catch (error) {
      if (crashed && error instanceof Error) return { crash: error };
      throw error;
    } finally {
      stopWatching();
    }
  }

  /**
   * Returns the name of the source, for engines that show it. The results of passes keep the name of the source file,
   * and other intermediate files have no name.
   */
  #shownName(): { name?: string } {
    const { fileName } = this.#scope;
    const { from, to } = this.#edge;
    const isNamed = from === this.#ends.source || from === to;
    return fileName !== undefined && isNamed && this.#engine.showsFileName
      ? { name: shownName(fileName) }
      : {};
  }

  async #checkFiles(files: readonly string[], hasNothing: boolean): Promise<void> {
    try {
      const asksForPictures = this.#options.images === 'files';
      const empty = await checkResult(files, format(this.#edge.to), asksForPictures);
      if ((hasNothing || empty.length > 0) && !(await this.#scope.isSound?.()))
        throw new BadResult('the result has no content');
      // A line break is written into empty results. Without the line break, the caller could not convert an empty
      // result again, because requests reject empty files.
      for (const file of empty) await writeFile(file, '\n');
      const { page, track } = this.#options;
      const mayBeSeveral = this.#edge.many || page === 'all' || track !== undefined || asksForPictures;
      if (files.length > 1 && !mayBeSeveral) throw new BadResult(`${files.length} files instead of one`);
    } catch (error) {
      if (error instanceof BadResult) throw refused(this.#edge, this.#ends, 'unreadable_file', error);
      throw error;
    }
  }

  #limitsFor(fileBytes: number): SandboxLimits {
    const { bounds, deadline } = this.#scope;
    const limits = boundedLimits({ ...defaultLimits, ...this.#engine.limits }, bounds);
    const { leftMs, longestLeftMs } = deadline;
    if (bounds) return { ...limits, wallMs: leftMs };
    const budget = timeBudgetOf(this.#engine, { from: this.#edge.from, bytes: fileBytes });
    // The time limit of a conversion grows with the file, but the time budgets of some engines are constant. Without
    // `extraMs`, a constant time budget would stop the conversion of a large file before its time limit.
    const extra = extraMs(fileBytes);
    const cpu = budget.cpuMs === undefined ? {} : { cpuMs: budget.cpuMs + extra };
    // A busy machine also slows harmless files down, so the step may wait until the conversion's upper bound.
    return {
      ...limits,
      ...cpu,
      wallMs: Math.min(budget.wallMs + extra, leftMs),
      longestWallMs: longestLeftMs,
    };
  }
}

/** Maximum length of a file name in file systems. */
const maxNameLength = 255;

/** Returns `fileName` without its folders and without control characters. */
function shownName(fileName: string): string {
  const base = path.posix.basename(fileName.replaceAll('\\', '/'));
  return base.replace(/\p{C}/gu, '').slice(0, maxNameLength);
}

/** Returns the total bytes of all files. */
export function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

/**
 * Moves the results from `from` to the new folder `to`, and returns the new paths, sorted. Does not remove `from`,
 * because a reused sandbox still needs `from`. If the only result is named `out.<ext>`, the result gets no folder,
 * because folders are slow to remove. The path of a result without a folder is `to` plus the extension.
 */
async function takeResults(from: string, ext: string, to: string): Promise<string[]> {
  const names = readdirSync(from).sort();
  if (names.length === 1 && names[0] === `out.${ext}`) {
    const file = `${to}.${ext}`;
    renameSync(path.join(from, names[0]), file);
    return [file];
  }
  mkdirSync(to);
  await eachInSlices(names, (name) => renameSync(path.join(from, name), path.join(to, name)));
  return names.map((name) => path.join(to, name));
}

/** The engine contract: what each tool's folder declares. Routes, lists, docs and proofs are derived from it. */
import type { Trait } from '@protean/formats/format.ts';
import type { SandboxLimits } from './limits.ts';
import type { Options, OptionName } from './options.ts';
import type { Reason } from './reasons.ts';
import { sandboxPaths } from './sandbox-paths.ts';

/** A file that an engine cannot work without, and the Debian package that installs it. */
export interface Requirement {
  /**
   * A command in /usr/bin, or the absolute path of a file, in which `*` stands for any characters of a name. Several where
   * Debian releases use different names: one of them is enough.
   */
  command: string | readonly string[];
  /** Its name in `script/packages`, which also has its names in other releases. */
  debian: string;
  /** The lowest version of that package with which the engine works, as `3.1.2`: on older releases it is not offered. */
  since?: string;
}

export interface EdgeDeclaration {
  reads: readonly string[];
  writes: readonly string[];
  /** Pairs of `reads` × `writes` that are not offered, as `from>to`: their proof failed, or they make no sense. */
  except?: readonly string[];
  /** Relative effort, 1 for an ordinary call of a fast tool. It decides between routes that lose equally much. */
  cost: number;
  /** The traits that are lost although the target format could hold them. */
  loses?: readonly Trait[];
  /** The options that this tool carries out on these edges. */
  options?: readonly OptionName[] | ((from: string, to: string) => readonly OptionName[]);
  /** The step may write several numbered files (pages, frames) instead of one. */
  many?: true;
  /** No route is planned over it: it reads files that the engine of the planned route cannot read. */
  fallback?: true;
  /** Of a fallback: only for files with features that the planned engine `lacks`, not for files that it cannot read. */
  forFeatures?: true;
  /** Of a fallback: files of so many bytes go to it first, as the engine of the planned route has no room for them. */
  fromBytes?: number;
  /**
   * Returns the names of the features of a file that this engine does not draw. Such a file goes to a fallback edge without
   * `lacks`, or is converted with a warning. It runs in the server, so its time must be linear in the size of the file.
   */
  lacks?: (file: Buffer) => readonly string[];
  /** No route is planned over it: it makes one file of several of the same format, in their order. */
  combines?: true;
  /** It makes a smaller file, or one that options ask for, of the same format: a route of its own, no part of a chain. */
  sameFormat?: true;
}

/** Phases of passes, from the steps of the route outwards: the last one runs first before a route, and last after it. */
export const phases = ['decode', 'recognize', 'reduce', 'clean', 'lock', 'verify'] as const;

export type Phase = (typeof phases)[number];

/** Options that a tool applies to a file without changing its format, before, within or after any route by that format. */
export interface Pass {
  formats: readonly string[];
  /**
   * `before` a conversion from one of `formats`, `after` a conversion to one, `within` a chain, before it goes on from one,
   * or as a `repair` before a conversion that has failed.
   */
  when: 'before' | 'within' | 'after' | 'repair';
  /** Its place among the passes of a format. A repair is alone. */
  phase: Phase;
  /** The sources of the routes that it is added to, where it makes no sense on others. */
  sources?: readonly string[];
  options: readonly OptionName[];
  /** Options that others carry out, which it is told too where it runs. */
  told?: readonly OptionName[];
  /** Also run where a step of the route takes its option: it checks what became of that. */
  concludes?: true;
  /** Also run without an option, before routes of a text that is not UTF-8: it makes UTF-8 of it. */
  decodesText?: true;
}

/** One step of a route. All paths are as seen inside the sandbox. */
export interface Step {
  from: string;
  to: string;
  /** The file to read: `/job/in/in.<from>`. */
  input: string;
  /** All files to read in their order, of which `input` is the first, where the edge `combines`. */
  inputs?: readonly string[];
  /** What the caller calls each of them, where the result names its parts. */
  titles?: readonly string[];
  /** The file to write: `/job/out/out.<to>`. Edges with `many` write `/job/out/<any sortable name>.<to>` instead. */
  output: string;
  /** The folder of `output`, without a slash at the end. */
  outputDir: string;
  /** The scratch folder that all commands of this step share. */
  work: string;
  options: Options;
  /** Whether another step reads the result, which is then written quickly rather than small. */
  intermediate?: boolean;
  /** What becomes of the result in the end, where that is another format than `to`. */
  target?: string;
  /** The caller's file name without folders, in the first step of engines that may show it. */
  name?: string;
}

/** What can be observed of a running step from outside the sandbox. */
export interface StepSnapshot {
  /** The beginning and the end of the file {@link progressLogName} in the scratch folder. */
  progressLog: string;
  /** The names of the files in the output folder. */
  outputFiles: readonly string[];
  /** The names of the files in the scratch folder. */
  workFiles: readonly string[];
}

/** The file in the scratch folder in which commands may log their progress. */
export const progressLogName = 'progress';

/** The longest time for a step. It grows with the file, so that a small file cannot occupy an engine for long. */
export interface TimeBudget {
  /** Milliseconds for any file. */
  ms: number;
  /** Additional milliseconds for each megabyte of the file. */
  perMegabyte: number;
}

export const defaultTimeBudget: TimeBudget = { ms: 20_000, perMegabyte: 5_000 };

/** The share of a budget's fixed time that a thread may use the processor; the rest is for starting and for waiting. */
const cpuShare = 0.6;

/** The wall time limit for a file of so many bytes, and the processor time limit of engines that have one. */
export function timeBudgetOf(
  engine: Pick<EngineDeclaration, 'timeBudget' | 'timeBudgetByFormat' | 'singleThreaded'>,
  { from, bytes }: { from: string; bytes: number },
): { wallMs: number; cpuMs?: number } {
  const { timeBudgetByFormat, singleThreaded } = engine;
  const budget = timeBudgetByFormat?.[from] ?? engine.timeBudget ?? defaultTimeBudget;
  const growth = (budget.perMegabyte * bytes) / 1e6;
  return {
    wallMs: budget.ms + growth,
    ...(singleThreaded ? { cpuMs: cpuShare * budget.ms + growth } : {}),
  };
}

export interface EngineDeclaration {
  id: string;
  /** The tool's own name, as users know it. */
  title: string;
  needs: readonly Requirement[];
  /** The npm package that does the work, where that is none of Debian. */
  npm?: string;
  edges: readonly EdgeDeclaration[];
  /** Run with a step whose `from` and `to` are the same format. */
  passes?: readonly Pass[];
  /** A program with its arguments, or several of them, which run in order until one fails. */
  command(step: Step): readonly string[] | readonly (readonly string[])[];
  /**
   * Which of the formats it reads (or `all`) have files that may name other files, make network requests, run code, or
   * break a large old parser. Those are read under full isolation only.
   */
  dangerous?: 'all' | readonly string[];
  /** Overrides of `defaultLimits`. */
  limits?: Partial<Omit<SandboxLimits, 'wallMs' | 'cpuMs'>>;
  /** Overrides `defaultTimeBudget`. */
  timeBudget?: TimeBudget;
  /** Overrides `timeBudget` for files of single formats. */
  timeBudgetByFormat?: Readonly<Record<string, TimeBudget>>;
  /**
   * It works in one thread, so its processor time is bounded by its time budget too. Processor time does not depend on the
   * load of the machine: a file that exceeds it is at fault (400), and not the machine (502).
   */
  singleThreaded?: true;
  /** A tiny file that a working engine always converts. It tells a broken engine from a file that breaks it. */
  knownGood?: { from: string; to: string; content: string };
  /**
   * Paths of the machine that its sandbox mounts read-only besides those of every sandbox: files and folders, among them its
   * own programs. `mounts.ts` has lists that several engines share.
   */
  mounts: readonly string[] | ((from: string, to: string) => readonly string[]);
  /** Environment variables besides those of every sandbox. */
  env?: Readonly<Record<string, string>>;
  /**
   * Patterns that are matched in order with the tool's stderr when it failed, and the reason that each stands for.
   * For `unsupported_feature` the first group of the pattern is the feature's name.
   * Runners name their reason themselves, in a line `protean-reason: <reason> [<feature>]`.
   */
  reasons?: readonly (readonly [pattern: RegExp, reason: Reason])[];
  /** Its results may show the name of the file, as fields in the header of a document do. */
  showsFileName?: true;
  /** The share of a step that is done, from 0 to 1, as far as it can be observed. It is asked for once a second. */
  progress?: (seen: StepSnapshot) => number | undefined;
  /**
   * Whether a failed run is the engine's fault (502) although it looks like the file's (400). By default a death by a signal
   * and a missing program are the engine's fault, and any other failure is the file's.
   */
  isEngineFault?(run: { status: number | null; stderr: string }): boolean;
}

/** The exit status of a runner for its own mistakes, which are not the file's (EX_SOFTWARE of sysexits.h). */
export const runnerFaultStatus = 70;

/** The `isEngineFault` of engines whose runner uses {@link runnerFaultStatus}. */
export const isRunnerFault = ({ status }: { status: number | null }): boolean => status === runnerFaultStatus;

export interface Engine extends EngineDeclaration {
  readonly kind: 'engine';
}

/** Marks the declaration as an engine. Throws when its id is malformed. */
export function defineEngine(declaration: EngineDeclaration): Engine {
  if (!/^[a-z][a-z0-9-]*$/.test(declaration.id))
    throw new Error(`engine id ${declaration.id}: lower case words and dashes`);
  return { ...declaration, kind: 'engine' };
}

/** The engine without what it may not read under weak isolation; see `dangerous`. */
export function withoutDangerousEdges(engine: Engine): Engine {
  const { dangerous = [], edges, passes = [] } = engine;
  const isHarmless = (ext: string) => dangerous !== 'all' && !dangerous.includes(ext);
  return {
    ...engine,
    edges: edges.map((edge) => ({ ...edge, reads: edge.reads.filter(isHarmless) })),
    passes: passes.map((one) => ({ ...one, formats: one.formats.filter(isHarmless) })),
  };
}

/** The mounts that the sandbox of one step needs. */
export function mountsOf(
  { mounts: shows }: Pick<EngineDeclaration, 'mounts'>,
  { from, to }: Pick<Step, 'from' | 'to'>,
): readonly string[] {
  return typeof shows === 'function' ? shows(from, to) : shows;
}

/** The mounts of all steps of an engine together. */
export function allMountsOf(engine: Pick<EngineDeclaration, 'mounts' | 'edges'>): readonly string[] {
  const { mounts: shows, edges } = engine;
  if (typeof shows !== 'function') return shows;
  return edges.flatMap(({ reads, writes }) =>
    reads.flatMap((from) => writes.flatMap((to) => shows(from, to))),
  );
}

/**
 * The word in a command behind which another program follows that reads what the one before it prints, and starts while
 * that works. The first is a runner in Python; it has failed where either has.
 */
export const pipe = '|';

/** The programs of a command with their arguments: one, or two with a {@link pipe} between them. */
export function programsOf(command: readonly string[]): (readonly string[])[] {
  const at = command.indexOf(pipe);
  return at < 0 ? [command] : [command.slice(0, at), command.slice(at + 1)];
}

/** The commands of a step, in order, also where the engine names only one. */
export function commandsOf(engine: Pick<EngineDeclaration, 'command'>, step: Step): (readonly string[])[] {
  const command = engine.command(step);
  return isSingle(command) ? [command] : [...command];
}

function isSingle(command: ReturnType<EngineDeclaration['command']>): command is readonly string[] {
  return typeof command[0] === 'string';
}

/**
 * The command that starts the runner `<tool>/<name>` with Node or Python. Its one argument is the step as JSON, with the
 * members of `more` beside the step's own.
 */
export function runnerCommand(
  name: `${string}.ts` | `${string}.py`,
  step: Step,
  more: Record<string, unknown> = {},
): string[] {
  const interpreter = name.endsWith('.py') ? '/usr/bin/python3' : sandboxPaths.node;
  return [interpreter, `${sandboxPaths.engines}/${name}`, JSON.stringify({ ...step, ...more })];
}

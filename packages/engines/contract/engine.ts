/** The engine contract: the declarations in each tool's folder. Routes, lists, docs and proofs are derived from them. */
import type { Trait } from '@protean/formats/format.ts';
import type { SandboxLimits } from './limits.ts';
import type { Options, OptionName } from './options.ts';
import type { Reason } from './reasons.ts';
import { sandboxPaths } from './sandbox-paths.ts';

/** A file that an engine requires, and the Debian package that installs it. */
export interface Requirement {
  /**
   * A command in /usr/bin, or the absolute path of a file, in which `*` matches any characters of a name. A list if
   * Debian releases use different names; one of them is enough.
   */
  command: string | readonly string[];
  /** The package's name in `script/packages`, which also has its names in other releases. */
  debian: string;
  /** The lowest working version of that package, such as `3.1.2`. On older releases the engine is not offered. */
  since?: string;
}

export interface EdgeDeclaration {
  reads: readonly string[];
  writes: readonly string[];
  /**
   * Pairs of `reads` × `writes` that are not offered, as `from>to`, because their proof failed or the conversion would
   * be meaningless.
   */
  except?: readonly string[];
  /** Relative effort, 1 for an ordinary call of a fast tool. Decides between routes that lose equally much. */
  cost: number;
  /** Traits that are lost although the target format supports them. */
  loses?: readonly Trait[];
  /** Options that this tool supports on these edges. */
  options?: readonly OptionName[] | ((from: string, to: string) => readonly OptionName[]);
  /** The step may write several numbered files (pages, frames) instead of one. */
  many?: true;
  /** Not used in planned routes. It reads files that the engine of the planned route cannot read. */
  fallback?: true;
  /** For a fallback: only for files with features that the planned engine `lacks`, not for files that it cannot read. */
  forFeatures?: true;
  /** For a fallback: files from this size in bytes use it first, because the engine of the planned route lacks the memory. */
  fromBytes?: number;
  /**
   * Returns the names of features of a file that this engine does not draw. Such a file goes to a fallback edge without
   * `lacks`, or is converted with a warning. Runs in the server, so its time must be linear in the size of the file.
   */
  lacks?: (file: Buffer) => readonly string[];
  /** Not used in planned routes. It merges several files of one format in the given order. */
  combines?: true;
  /** Writes a smaller or changed file of the same format. Such an edge is a complete route and never part of a chain. */
  sameFormat?: true;
}

/**
 * Phases of passes, from the steps of the route outwards. The pass of the last phase runs first before a route, and
 * last after it.
 */
export const phases = ['decode', 'recognize', 'reduce', 'clean', 'lock', 'verify'] as const;

export type Phase = (typeof phases)[number];

/** Options that a tool applies to a file without changing its format, before, within or after any route with that format. */
export interface Pass {
  formats: readonly string[];
  /**
   * `before` a conversion from one of `formats`, `after` a conversion to one, `within` a chain whose intermediate file has one,
   * or as a `repair` before the retry of a failed conversion.
   */
  when: 'before' | 'within' | 'after' | 'repair';
  /** Its position among the passes of a format. A repair runs alone. */
  phase: Phase;
  /** Sources of the routes to which the pass is added, if it is not useful for other sources. */
  sources?: readonly string[];
  options: readonly OptionName[];
  /** Options of other steps that it also receives when it runs. */
  sharedOptions?: readonly OptionName[];
  /** Also runs if a step of the route takes its option, to verify the result of that step. */
  concludes?: true;
  /** Also runs without an option, before routes from a text that is not UTF-8, to convert the text to UTF-8. */
  decodesText?: true;
}

/** One step of a route. All paths are paths inside the sandbox. */
export interface Step {
  from: string;
  to: string;
  /** The file to read: `/job/in/in.<from>`. */
  input: string;
  /** All files to read in order, if the edge `combines` them. `input` is the first of them. */
  inputs?: readonly string[];
  /** The caller's name of each file, if the result names its parts. */
  titles?: readonly string[];
  /** The file to write: `/job/out/out.<to>`. Edges with `many` write `/job/out/<any sortable name>.<to>` instead. */
  output: string;
  /** The folder of `output`, without a slash at the end. */
  outputDir: string;
  /** The scratch folder that all commands of this step share. */
  work: string;
  options: Options;
  /** Whether another step reads the result. Such a result is written for speed, not for size. */
  intermediate?: boolean;
  /** The final format, if it differs from `to`. */
  target?: string;
  /** The caller's file name without folders, in the first step of engines that may show it. */
  name?: string;
}

/** The observable state of a running step from outside the sandbox. */
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

/** The time limit of a step. It grows with the file, so that a small file cannot occupy an engine for long. */
export interface TimeBudget {
  /** Milliseconds for any file. */
  ms: number;
  /** Additional milliseconds for each megabyte of the file. */
  perMegabyte: number;
}

export const defaultTimeBudget: TimeBudget = { ms: 20_000, perMegabyte: 5_000 };

/** The share of a budget's fixed time that a thread may use the processor. The rest is for startup and waiting. */
const cpuShare = 0.6;

/** Returns the wall time limit for a file of this size in bytes, and the processor time limit of engines that have one. */
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
  /** The npm package that does the work, if no Debian package does. */
  npm?: string;
  edges: readonly EdgeDeclaration[];
  /** Each runs with a step whose `from` and `to` are the same format. */
  passes?: readonly Pass[];
  /** Returns a program with its arguments, or several of them, which run in order until one fails. */
  command(step: Step): readonly string[] | readonly (readonly string[])[];
  /**
   * The formats among `reads` (or `all`) whose files may refer to other files, make network requests, run code, or break a
   * large old parser. They are read under full isolation only.
   */
  dangerous?: 'all' | readonly string[];
  /** Overrides of `defaultLimits`. */
  limits?: Partial<Omit<SandboxLimits, 'wallMs' | 'cpuMs'>>;
  /** Overrides `defaultTimeBudget`. */
  timeBudget?: TimeBudget;
  /** Overrides `timeBudget` for files of single formats. */
  timeBudgetByFormat?: Readonly<Record<string, TimeBudget>>;
  /**
   * The engine works in one thread, so its time budget also limits its processor time. Processor time does not depend
   * on the load of the machine: exceeding it is the fault of the file (400), not of the machine (502).
   */
  singleThreaded?: true;
  /** A tiny file that a working engine always converts. It distinguishes a broken engine from a file that breaks it. */
  knownGood?: { from: string; to: string; content: string };
  /**
   * Additional read-only mounts of its sandbox: files and folders of the machine, including the engine's programs.
   * `mounts.ts` has lists that several engines share.
   */
  mounts: readonly string[] | ((from: string, to: string) => readonly string[]);
  /** Additional environment variables of its sandbox. */
  env?: Readonly<Record<string, string>>;
  /**
   * Patterns that are matched in order with the stderr of a failed run, and the reason for each.
   * For `unsupported_feature` the first group of the pattern is the feature's name.
   * Runners report their reason themselves, in a line `protean-reason: <reason> [<feature>]`.
   */
  reasons?: readonly (readonly [pattern: RegExp, reason: Reason])[];
  /** Whether results may show the name of the file, for example in fields in the header of a document. */
  showsFileName?: true;
  /** Returns the completed share of a step, from 0 to 1, as far as it can be observed. Called once per second. */
  progress?: (seen: StepSnapshot) => number | undefined;
  /**
   * Whether a failed run is the engine's fault (502) although it looks like the file's (400). By default a crash by a signal
   * and a missing program are the engine's fault, and any other failure is the file's.
   */
  isEngineFault?(run: { status: number | null; stderr: string }): boolean;
}

/** The exit status of a runner for its own errors, which are not the file's fault (EX_SOFTWARE of sysexits.h). */
export const runnerFaultStatus = 70;

/** The `isEngineFault` of engines whose runner uses {@link runnerFaultStatus}. */
export const isRunnerFault = ({ status }: { status: number | null }): boolean => status === runnerFaultStatus;

export interface Engine extends EngineDeclaration {
  readonly kind: 'engine';
}

/** Marks the declaration as an engine. Throws if its id is malformed. */
export function defineEngine(declaration: EngineDeclaration): Engine {
  if (!/^[a-z][a-z0-9-]*$/.test(declaration.id))
    throw new Error(`engine id ${declaration.id}: lower case words and dashes`);
  return { ...declaration, kind: 'engine' };
}

/** Returns the engine without the edges that it may not use under weak isolation; see `dangerous`. */
export function withoutDangerousEdges(engine: Engine): Engine {
  const { dangerous = [], edges, passes = [] } = engine;
  const isHarmless = (ext: string) => dangerous !== 'all' && !dangerous.includes(ext);
  return {
    ...engine,
    edges: edges.map((edge) => ({ ...edge, reads: edge.reads.filter(isHarmless) })),
    passes: passes.map((one) => ({ ...one, formats: one.formats.filter(isHarmless) })),
  };
}

/** Returns the engine without the edges and passes of the formats in `disabled`. */
export function withoutFormats(engine: Engine, disabled: ReadonlySet<string>): Engine {
  const { edges, passes = [] } = engine;
  const isOffered = (ext: string) => !disabled.has(ext);
  return {
    ...engine,
    edges: edges.map((edge) => ({
      ...edge,
      reads: edge.reads.filter(isOffered),
      writes: edge.writes.filter(isOffered),
    })),
    passes: passes.map((one) => ({ ...one, formats: one.formats.filter(isOffered) })),
  };
}

/** Returns the mounts that the sandbox of one step needs. */
export function mountsOf(
  { mounts: shows }: Pick<EngineDeclaration, 'mounts'>,
  { from, to }: Pick<Step, 'from' | 'to'>,
): readonly string[] {
  return typeof shows === 'function' ? shows(from, to) : shows;
}

/** Returns the mounts of all steps of an engine together. */
export function allMountsOf(engine: Pick<EngineDeclaration, 'mounts' | 'edges'>): readonly string[] {
  const { mounts: shows, edges } = engine;
  if (typeof shows !== 'function') return shows;
  return edges.flatMap(({ reads, writes }) =>
    reads.flatMap((from) => writes.flatMap((to) => shows(from, to))),
  );
}

/**
 * Separates two programs in a command. The second reads the output of the first and starts while the first runs. The first
 * is a runner in Python, which fails if either program fails. No argument of a program can contain the NUL, so no value of an
 * option equals it.
 */
export const pipe = '\0|';

/** Splits a command into its programs with their arguments: one, or two with a {@link pipe} between them. */
export function programsOf(command: readonly string[]): (readonly string[])[] {
  const at = command.indexOf(pipe);
  return at < 0 ? [command] : [command.slice(0, at), command.slice(at + 1)];
}

/** Returns the commands of a step in order, also if the engine gives only one. */
export function commandsOf(engine: Pick<EngineDeclaration, 'command'>, step: Step): (readonly string[])[] {
  const command = engine.command(step);
  return isSingle(command) ? [command] : [...command];
}

function isSingle(command: ReturnType<EngineDeclaration['command']>): command is readonly string[] {
  return typeof command[0] === 'string';
}

/**
 * Returns the command that starts a runner with Node or Python. `name` is its path below packages/engines. Its one argument is
 * the step as JSON, merged with the members of `more`.
 */
export function runnerCommand(
  name: `${string}.ts` | `${string}.py`,
  step: Step,
  more: Record<string, unknown> = {},
): string[] {
  const interpreter = name.endsWith('.py') ? '/usr/bin/python3' : sandboxPaths.node;
  return [interpreter, `${sandboxPaths.engines}/${name}`, JSON.stringify({ ...step, ...more })];
}

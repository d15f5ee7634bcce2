/**
 * The engine contract: types of the declarations in each tool's folder. Routes, lists, docs and proofs are derived from
 * these declarations.
 */
import type { Trait } from '@protean/formats/format.ts';
import type { SandboxLimits } from './limits.ts';
import type { Options, OptionName } from './options.ts';
import type { Reason } from './reasons.ts';
import { sandboxPaths } from './sandbox-paths.ts';

/** A file that an engine requires, and the Debian package that installs it. */
export interface Requirement {
  /**
   * A command in /usr/bin, or the absolute path of a file. A `*` in a path matches any characters except a slash. A
   * list contains alternatives, because Debian releases use different names.
   */
  command: string | readonly string[];
  /** Package name in `script/packages`, which also lists the package's names in other Debian releases. */
  debian: string;
  /** Minimum version of that package, such as `3.1.2`. With an older version, the engine is not offered. */
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
  /** Relative effort. An ordinary call of a fast tool has cost 1. The cost decides between routes with equal losses. */
  cost: number;
  /** Traits that are lost although the target format supports them. */
  loses?: readonly Trait[];
  /** Options that this tool supports on these edges. */
  options?: readonly OptionName[] | ((from: string, to: string) => readonly OptionName[]);
  /** The step may write several numbered files (pages, frames) instead of one. */
  many?: true;
  /** The edge is not used in planned routes. It reads files that the engine of the planned route cannot read. */
  fallback?: true;
  /**
   * Restricts the fallback to files with features that the planned engine `lacks`. The fallback is not tried for files
   * that the planned engine cannot read.
   */
  forFeatures?: true;
  /** File size in bytes from which a fallback is tried first, because the planned engine would need too much memory. */
  fromBytes?: number;
  /**
   * Returns the names of the features in a file that this engine does not draw. A fallback edge without `lacks`
   * converts such a file. Without a fallback, the result has a warning. Runs in the server, so it must take linear
   * time.
   */
  lacks?: (file: Buffer) => readonly string[];
  /** The edge is not used in planned routes. It merges several files of one format in the given order. */
  combines?: true;
  /** The edge writes a smaller or changed file of the same format. It is a complete route and never part of a chain. */
  sameFormat?: true;
}

/**
 * Phases of passes, from the innermost to the outermost. Before a route, passes of later phases run first. After a
 * route, they run last.
 */
export const phases = [
  ...([
    'decode',
    'recognize',
    'select',
    'edit',
    'reduce',
    'clean',
    'divide',
    'lock',
    'verify',
    'sign',
  ] as const),
] as const;

export type Phase = (typeof phases)[number];

/**
 * An operation that applies options to a file without changing its format. It runs before, within or after any route
 * with that format.
 */
export interface Pass {
  formats: readonly string[];
  /**
   * `before` runs ahead of a conversion from one of `formats`. `after` follows a conversion to one of them. `within`
   * runs on an intermediate file in one of them. `repair` runs before a failed conversion is retried.
   */
  when: 'before' | 'within' | 'after' | 'repair';
  /** Position among the passes of a format. A `repair` runs without other passes. */
  phase: Phase;
  /** Source formats for which the pass is useful. By default, it is useful for all. */
  sources?: readonly string[];
  /** Target formats of the routes that use the pass, if its result suits no other target. */
  targets?: readonly string[];
  options: readonly OptionName[];
  /** Options of other steps that the pass also receives. These options alone do not start the pass. */
  sharedOptions?: readonly OptionName[];
  /**
   * The pass also runs if another step of the route already applies an option of this pass. It then verifies the result
   * of that step.
   */
  concludes?: true;
  /**
   * The pass also runs without an option if the source is text in an encoding other than UTF-8, to convert it to UTF-8.
   */
  decodesText?: true;
  /** The pass may write several files. Later passes run on each of them. */
  many?: true;
}

/** One step of a route. All paths are inside the sandbox. */
export interface Step {
  from: string;
  to: string;
  /** The file to read: `/job/in/in.<from>`. */
  input: string;
  /** All files to read, in order, if the edge `combines` files. `input` is the first file. */
  inputs?: readonly string[];
  /** The caller's name for each file, if the result labels its parts with these names. */
  titles?: readonly string[];
  /** The file to write: `/job/out/out.<to>`. Edges with `many` write `/job/out/<any sortable name>.<to>` instead. */
  output: string;
  /** The folder of `output`, without a slash at the end. */
  outputDir: string;
  /** The scratch folder that all commands of this step share. */
  work: string;
  /** The values of options. The value of an option that is a file is the path of the file. */
  options: Options;
  /** The caller's names of the files that are values of options, by option. */
  optionFiles?: Readonly<Record<string, string>>;
  /** Whether another step reads the result. Such a result is optimized for speed, not for size. */
  intermediate?: boolean;
  /** Target format of the route, if it differs from `to`. */
  target?: string;
  /**
   * Time limit of the step, and its upper bound on a busy machine, in milliseconds. Absent for programs that only list
   * commands.
   */
  timeLimit?: { ms: number; longestMs: number };
  /** The caller's file name without folders. Set only in the first step, and only if the engine `showsFileName`. */
  name?: string;
}

/** State of a running step, as observed from outside the sandbox. */
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

/**
 * Share of a budget's fixed time that a single-threaded engine may spend on the processor. The rest is for startup and
 * waiting.
 */
const cpuShare = 0.6;

/**
 * Returns the wall time limit for a file of `bytes` bytes, and the processor time limit of a single-threaded engine.
 */
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
  /** Passes run as steps in which `from` and `to` are the same format. */
  passes?: readonly Pass[];
  /** Returns a command (a program with its arguments), or several commands that run in order until one fails. */
  command(step: Step): readonly string[] | readonly (readonly string[])[];
  /**
   * Formats in `reads`, or `all`, that can refer to other files, make network requests, run code, or exploit a large
   * old parser. Such files are read only under full isolation.
   */
  dangerous?: 'all' | readonly string[];
  /** Overrides of `defaultLimits`. */
  limits?: Partial<Omit<SandboxLimits, 'wallMs' | 'cpuMs'>>;
  /** Overrides `defaultTimeBudget`. */
  timeBudget?: TimeBudget;
  /** Overrides `timeBudget` for individual source formats. */
  timeBudgetByFormat?: Readonly<Record<string, TimeBudget>>;
  /**
   * Whether the engine works in one thread, so that its time budget can also limit its processor time. Processor time
   * does not depend on the machine's load, so a file that exceeds the limit is at fault (400), not the machine (502).
   */
  singleThreaded?: true;
  /**
   * A tiny file that a working engine always converts. If this file fails too, the engine is broken, not the caller's
   * file.
   */
  knownGood?: { from: string; to: string; content: string };
  /**
   * Additional read-only mounts of the engine's sandbox: files and folders of the machine, including the engine's
   * programs. `mounts.ts` has lists that several engines share.
   */
  mounts: readonly string[] | ((from: string, to: string) => readonly string[]);
  /** Additional environment variables of the engine's sandbox. */
  env?: Readonly<Record<string, string>>;
  /**
   * Patterns that are matched in order with the stderr of a failed run, and the reason for each.
   * For `unsupported_feature` the first group of the pattern is the feature's name.
   * Runners report their reason themselves, in a line `protean-reason: <reason> [<feature>]`.
   */
  reasons?: readonly (readonly [pattern: RegExp, reason: Reason])[];
  /** Whether results may show the source's file name, for example in the header of a document. */
  showsFileName?: true;
  /** Returns the completed share of a step, from 0 to 1, as far as it can be observed. Called once per second. */
  progress?: (seen: StepSnapshot) => number | undefined;
  /**
   * Returns whether a failed run counts as the engine's fault (502) instead of the file's (400). By default, a crash by
   * a signal and a missing program are the engine's fault, and any other failure is the file's.
   */
  isEngineFault?(run: { status: number | null; stderr: string }): boolean;
}

/** Exit status of a runner for internal errors, which are not the file's fault (EX_SOFTWARE in sysexits.h). */
export const runnerFaultStatus = 70;

/** The `isEngineFault` of engines whose runner uses {@link runnerFaultStatus}. */
export const isRunnerFault = ({ status }: { status: number | null }): boolean => status === runnerFaultStatus;

export interface Engine extends EngineDeclaration {
  readonly kind: 'engine';
}

/** Returns the declaration marked as an engine. Throws if its id is malformed. */
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

/** Returns the mounts of all possible steps of an engine. */
export function allMountsOf(engine: Pick<EngineDeclaration, 'mounts' | 'edges'>): readonly string[] {
  const { mounts: shows, edges } = engine;
  if (typeof shows !== 'function') return shows;
  return edges.flatMap(({ reads, writes }) =>
    reads.flatMap((from) => writes.flatMap((to) => shows(from, to))),
  );
}

/**
 * Separates two programs in a command. They run concurrently, and the second reads the output of the first. The first
 * is a Python runner, which fails if either program fails. Arguments cannot contain NUL, so no option value equals the
 * separator.
 */
export const pipe = '\0|';

/** Splits a command at its {@link pipe}, if it has one. Returns one or two programs with their arguments. */
export function programsOf(command: readonly string[]): (readonly string[])[] {
  const at = command.indexOf(pipe);
  return at < 0 ? [command] : [command.slice(0, at), command.slice(at + 1)];
}

/** Returns the commands of a step as a list, even if the engine returns a single command. */
export function commandsOf(engine: Pick<EngineDeclaration, 'command'>, step: Step): (readonly string[])[] {
  const command = engine.command(step);
  return isSingle(command) ? [command] : [...command];
}

function isSingle(command: ReturnType<EngineDeclaration['command']>): command is readonly string[] {
  return typeof command[0] === 'string';
}

/**
 * Returns the command that starts a runner with Node or Python. `name` is the runner's path below packages/engines. The
 * runner's only argument is the step as JSON, merged with `more`.
 */
export function runnerCommand(
  name: `${string}.ts` | `${string}.py`,
  step: Step,
  more: Record<string, unknown> = {},
): string[] {
  const interpreter = name.endsWith('.py') ? '/usr/bin/python3' : sandboxPaths.node;
  return [interpreter, `${sandboxPaths.engines}/${name}`, JSON.stringify({ ...step, ...more })];
}

/**
 * The engine contract: the types with which each tool's folder declares its engines. Routes, lists of formats, docs and
 * the checks that prove each conversion are derived from these declarations.
 */
import type { Trait } from '@protean/formats/format.ts';
import type { SandboxLimits } from './limits.ts';
import type { Options, OptionName } from './options.ts';
import type { Reason } from './reasons.ts';
import { sandboxPaths } from './sandbox-paths.ts';

/** A file that an engine requires, and the Debian package that installs it. */
export interface Requirement {
  /**
   * Name of a command in /usr/bin, or the absolute path of a file. A `*` in a path matches any characters except a
   * slash. A list contains alternative names, because the name differs between Debian releases.
   */
  command: string | readonly string[];
  /**
   * Name of the Debian package in `script/packages`, which also lists the names of the package in other Debian
   * releases.
   */
  debian: string;
  /**
   * Minimum version of the Debian package, such as `3.1.2`. If an older version of the package is installed, the engine
   * is not offered.
   */
  since?: string;
}

/** Edges: conversions from each format in `reads` to each format in `writes`, which the engine performs in one step. */
export interface EdgeDeclaration {
  reads: readonly string[];
  writes: readonly string[];
  /**
   * Pairs `from>to` of `reads` × `writes` that are not offered, because their results failed a check or the conversion
   * would be meaningless.
   */
  except?: readonly string[];
  /**
   * Relative effort of a conversion along the edge. An ordinary call of a fast tool has cost 1. Of routes with equal
   * losses, the cheapest is used.
   */
  cost: number;
  /** Traits of the file, such as `styling`, that are lost although the target format supports them. */
  loses?: readonly Trait[];
  /** Options that this tool supports on these edges. */
  options?: readonly OptionName[] | ((from: string, to: string) => readonly OptionName[]);
  /** The step may write several numbered files (pages, frames) instead of one. */
  many?: true;
  /**
   * The edge is not part of planned routes, but is used for files that the engine of the planned route cannot convert.
   */
  fallback?: true;
  /**
   * The fallback is used only for files with features that the planned engine `lacks`, not for files that the planned
   * engine fails to read.
   */
  forFeatures?: true;
  /**
   * Minimum size in bytes of a file for which the planned engine would need too much memory. For a file of at least
   * this size, the fallback is tried before the planned engine.
   */
  fromBytes?: number;
  /**
   * Returns the names of features that the file contains but this engine does not draw. If a fallback draws all missing
   * features, the fallback converts the file. If no fallback draws all missing features, the result has a warning. The
   * function runs in the server, so it must take linear time.
   */
  lacks?: (file: Buffer) => readonly string[];
  /** The edge merges several files of one format in the given order, and is not part of planned routes. */
  combines?: true;
  /**
   * The edge writes a smaller or changed file of the same format. The edge is a complete route and never a step of a
   * longer route.
   */
  sameFormat?: true;
}

/**
 * Phases of passes, in the order in which passes run after a route. Before a route, passes run in the reverse order.
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
 * An operation that applies options to a file without changing the file's format. Depending on `when`, the pass runs
 * before, within or after each route with that format.
 */
export interface Pass {
  formats: readonly string[];
  /**
   * When the pass runs. A pass with `before` runs ahead of a conversion from one of `formats`. A pass with `after` runs
   * on the result of a conversion to one of `formats`. A pass with `within` runs on an intermediate file in one of
   * `formats`. A pass with `repair` runs on a file that could not be converted, and the conversion is then retried.
   */
  when: 'before' | 'within' | 'after' | 'repair';
  /**
   * Position among the passes for the same file. The phase of a `repair` has no effect, because a repair runs without
   * other passes.
   */
  phase: Phase;
  /** Source formats of the routes that use the pass. By default, the pass applies to routes from any format. */
  sources?: readonly string[];
  /** Target formats of the routes that use the pass. By default, the pass applies to routes to any format. */
  targets?: readonly string[];
  options: readonly OptionName[];
  /** Options of other steps that this pass also receives. These shared options alone do not cause the pass to run. */
  sharedOptions?: readonly OptionName[];
  /**
   * The pass runs even if a step of another engine already applies an option of this pass. If another engine has
   * applied the option, the pass checks the result.
   */
  concludes?: true;
  /**
   * The pass converts text to UTF-8. If the source is text in an encoding other than UTF-8, the pass runs before all
   * other passes, even without an option.
   */
  decodesText?: true;
  /** The pass may write several files, and later passes run on each file. */
  many?: true;
}

/** One step of a route. All paths are inside the sandbox. */
export interface Step {
  from: string;
  to: string;
  /** The file to read: `/job/in/in.<from>`. If the edge `combines` files, `input` is the first of `inputs`. */
  input: string;
  /** All files to read, in order. Set only if the edge `combines` files. */
  inputs?: readonly string[];
  /** The caller's name for each file in `inputs`. The name labels the part of the result that comes from the file. */
  titles?: readonly string[];
  /** The file to write: `/job/out/out.<to>`. Edges with `many` write `/job/out/<any sortable name>.<to>` instead. */
  output: string;
  /** The folder of `output`, without a slash at the end. */
  outputDir: string;
  /** The scratch folder that all commands of this step share. */
  work: string;
  /** Values of the options, by option name. The value of an option with a file is the path of the file. */
  options: Options;
  /** The caller's file names by option, for options with a file as their value. */
  optionFiles?: Readonly<Record<string, string>>;
  /**
   * Whether the result is an intermediate file that another step converts. Intermediate files are optimized for speed,
   * not for size.
   */
  intermediate?: boolean;
  /** Target format of the route, if it differs from `to`. */
  target?: string;
  /**
   * Time limits of the step in milliseconds. The time for which the step waits for a busy processor counts towards
   * `longestMs`, but not towards `ms`. The time limits are missing if the commands of the step are only listed, not
   * run.
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

/**
 * The time limit of a step. The time limit of a step grows with the size of the file, so that a small file cannot
 * occupy an engine for long.
 */
export interface TimeBudget {
  /** Milliseconds for a file of any size. */
  ms: number;
  /** Additional milliseconds for each megabyte of the file. */
  perMegabyte: number;
}

export const defaultTimeBudget: TimeBudget = { ms: 20_000, perMegabyte: 5_000 };

/**
 * Share of the time budget `ms` that a single-threaded engine or program may use as processor time. The rest of the
 * time budget `ms` is for startup, waiting and other commands of the step.
 */
const cpuShare = 0.6;

/**
 * Returns a command that runs the single-threaded program `command` with its share of the step's time limit as the
 * limit of processor time. For steps whose other commands use several threads, so that `singleThreaded` does not apply.
 * The kernel ends a program that exceeds the limit by SIGXCPU, and the response is 400 `too_complex`.
 */
export function singleThreadedProgram({ timeLimit }: Step, command: readonly string[]): string[] {
  if (!timeLimit) return [...command];
  const seconds = Math.ceil((cpuShare * timeLimit.ms) / 1000);
  return ['/bin/sh', '-c', 'ulimit -S -t "$1"; shift; exec "$@"', 'sh', String(seconds), ...command];
}

/**
 * Returns the wall time limit for a file of `bytes` bytes. For a single-threaded engine, also returns the processor
 * time limit.
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
  /** The passes of the engine. A pass runs as a step in which `from` and `to` are the same format. */
  passes?: readonly Pass[];
  /** Returns a command (a program with its arguments), or several commands that run in order until one fails. */
  command(step: Step): readonly string[] | readonly (readonly string[])[];
  /**
   * Formats in `reads` that are dangerous: their files can refer to other files, make network requests or run code, or
   * their parser is large and old. `all` means all formats in `reads`. Files in dangerous formats are read only under
   * full isolation.
   */
  dangerous?: 'all' | readonly string[];
  /** Overrides individual limits of `defaultLimits`. */
  limits?: Partial<Omit<SandboxLimits, 'wallMs' | 'cpuMs'>>;
  /** Overrides `defaultTimeBudget`. */
  timeBudget?: TimeBudget;
  /** Overrides `timeBudget` for individual source formats. */
  timeBudgetByFormat?: Readonly<Record<string, TimeBudget>>;
  /**
   * Whether the engine works in one thread. The time budget of a single-threaded engine also limits its processor time.
   * If a file exceeds the limit of processor time, the response blames the file (400), not the machine (502), because
   * processor time does not depend on the load of the machine.
   */
  singleThreaded?: true;
  /**
   * A tiny file that a working engine always converts. If the conversion of the known-good file fails too, the engine
   * is broken, and the caller's file is not at fault.
   */
  knownGood?: { from: string; to: string; content: string };
  /**
   * Additional read-only mounts of the engine's sandbox: files and folders of the machine, including the engine's
   * programs. `mounts.ts` contains lists of mounts that several engines share.
   */
  mounts: readonly string[] | ((from: string, to: string) => readonly string[]);
  /** Additional environment variables of the engine's sandbox. */
  env?: Readonly<Record<string, string>>;
  /**
   * Patterns for the stderr of a failed run, each with a reason. The first pattern that matches determines the reason
   * of the failure. For `unsupported_feature` the first group of the pattern is the feature's name. A runner itself
   * reports the reason of its failure, in a line `protean-reason: <reason> [<feature>]`.
   */
  reasons?: readonly (readonly [pattern: RegExp, reason: Reason])[];
  /** Whether results may show the source's file name, for example in the header of a document. */
  showsFileName?: true;
  /**
   * Returns the completed share of a step, from 0 to 1, or undefined if it cannot be determined. Called once per
   * second.
   */
  progress?: (seen: StepSnapshot) => number | undefined;
  /**
   * Returns whether a failed run is the fault of the engine (502) instead of the file (400). A crash by a signal and a
   * missing program are the engine's fault even without this function.
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

/** Adds `kind` to the declaration of an engine. Throws if the id of the engine is malformed. */
export function defineEngine(declaration: EngineDeclaration): Engine {
  if (!/^[a-z][a-z0-9-]*$/.test(declaration.id))
    throw new Error(`engine id ${declaration.id}: lower case words and dashes`);
  return { ...declaration, kind: 'engine' };
}

/**
 * Returns the engine without the edges and passes that read `dangerous` formats, because dangerous files must not be
 * read under weak isolation.
 */
export function withoutDangerousEdges(engine: Engine): Engine {
  const { dangerous = [], edges, passes = [] } = engine;
  const isHarmless = (ext: string) => dangerous !== 'all' && !dangerous.includes(ext);
  return {
    ...engine,
    edges: edges.map((edge) => ({ ...edge, reads: edge.reads.filter(isHarmless) })),
    passes: passes.map((one) => ({ ...one, formats: one.formats.filter(isHarmless) })),
  };
}

/** Returns the engine with the formats in `disabled` removed from all edges and passes. */
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
 * Separates two programs in a command. Both programs run at the same time, and the second program reads the output of
 * the first program. If a command has two programs, the first one is a Python runner. The command fails if either
 * program fails. Arguments cannot contain NUL, so no option value can contain the separator.
 */
export const pipe = '\0|';

/**
 * Splits a command at its {@link pipe}. Returns the programs with their arguments: two, or one if the command has no
 * pipe.
 */
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
 * only argument of the runner is a JSON object with the members of `step` and `more`.
 */
export function runnerCommand(
  name: `${string}.ts` | `${string}.py`,
  step: Step,
  more: Record<string, unknown> = {},
): string[] {
  const interpreter = name.endsWith('.py') ? '/usr/bin/python3' : sandboxPaths.node;
  return [interpreter, `${sandboxPaths.engines}/${name}`, JSON.stringify({ ...step, ...more })];
}

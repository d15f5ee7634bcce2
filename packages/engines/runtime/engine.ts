/** The engine contract: what one file per tool declares, from which routes, lists, docs and proofs follow. */
import type { Trait } from '@protean/formats/format.ts';
import type { SandboxLimits } from './limits.ts';
import type { Options, OptionName } from './options.ts';
import type { Reason } from './reasons.ts';
import { sandboxPaths } from './sandbox-paths.ts';

/** A file an engine cannot do without, and the Debian package that brings it. */
export interface Requirement {
  /**
   * A command in /usr/bin, or the absolute path of a file, in which a star stands for any letters of a name. Several where
   * releases call it differently: one of them is enough.
   */
  command: string | readonly string[];
  /** Its name in `script/packages`, where a row says what other releases call it. */
  debian: string;
}

export interface EdgeDeclaration {
  reads: readonly string[];
  writes: readonly string[];
  /** Pairs of `reads` × `writes` that do not hold, as `from>to`; each because its proof failed or it makes no sense. */
  except?: readonly string[];
  /** Relative effort, 1 for an ordinary call of a quick tool: decides between engines that lose equally little. */
  cost: number;
  /** What is lost besides what the target cannot hold anyway. */
  loses?: readonly Trait[];
  /** Options that mean something to this tool on these edges. */
  options?: readonly OptionName[] | ((from: string, to: string) => readonly OptionName[]);
  /** The result may be several numbered files (pages, frames) rather than one. */
  many?: true;
}

/** Options that a tool carries out on a file without changing its format, for every route from or to that format. */
export interface PrePostStep {
  formats: readonly string[];
  /** `before` a conversion from one of them, or `after` a conversion to one. */
  when: 'before' | 'after';
  options: readonly OptionName[];
}

/** One step of a route about to be performed; every path is as seen inside the box. */
export interface Step {
  from: string;
  to: string;
  /** The file to read: `/job/in/in.<from>`. */
  input: string;
  /** The file to write: `/job/out/out.<to>`. Edges with `many` write `/job/out/<anything sortable>.<to>` instead. */
  output: string;
  /** The folder of `output`, without a slash at the end. */
  outputDir: string;
  /** A scratch folder that the commands of this step share. */
  work: string;
  options: Options;
}

/** What can be seen of a running step from outside the box. */
export interface StepSnapshot {
  /** The beginning and the end of what its commands have noted in the file {@link progressLogName} of their scratch folder. */
  progressLog: string;
  /** The files in the folders of its result and of its scratch. */
  outputFiles: readonly string[];
  workFiles: readonly string[];
}

/** Where commands may note how far they are. */
export const progressLogName = 'progress';

/** The longest time for a step: work grows with the file, and a small one that takes long is a trap. */
export interface TimeBudget {
  /** For any file, milliseconds. */
  ms: number;
  /** More for each megabyte of it, milliseconds. */
  perMegabyte: number;
}

export const defaultTimeBudget: TimeBudget = { ms: 20_000, perMegabyte: 5_000 };

/** The part of a pace's fixed time that a thread may work: the rest is for starting, reading, and a machine that is busy. */
const cpuShare = 0.6;

/** The longest wall time, and the longest processor time where it is bounded, for a file of so many bytes. */
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
  /** The tool's own name, for people. */
  title: string;
  needs: readonly Requirement[];
  edges: readonly EdgeDeclaration[];
  /** The step of an adaptation has the same format on both sides. */
  prePostSteps?: readonly PrePostStep[];
  /** The program and its arguments, or several to be run one after the other until one fails. */
  command(step: Step): readonly string[] | readonly (readonly string[])[];
  /**
   * Formats it reads whose files may name other files, call out, run, or break a large old parser: `all`, or which.
   * They are read within full walls only.
   */
  dangerous?: 'all' | readonly string[];
  /** Where this tool needs more or less than `defaultLimits`. */
  limits?: Partial<Omit<SandboxLimits, 'wallMs' | 'cpuMs'>>;
  /** Where it needs more or less time than `defaultTimeBudget`. */
  timeBudget?: TimeBudget;
  /** Formats whose files it reads at another pace still. */
  timeBudgetByFormat?: Readonly<Record<string, TimeBudget>>;
  /**
   * It works in one thread, and its processor time is bounded by its pace: unlike wall time that does not depend on what
   * else the machine does, so a file that takes more is at fault (400) and not the machine (502).
   */
  singleThreaded?: true;
  /** A tiny file that it converts wherever it works at all: tells a file that breaks it from an engine that is broken. */
  knownGood?: { from: string; to: string; content: string };
  /**
   * What its programs need to see of the machine besides what every box shows: files and folders, among them its own
   * programs; nothing else is there for them. Lists that several engines share are in `shows.ts`.
   */
  mounts: readonly string[] | ((from: string, to: string) => readonly string[]);
  /** Variables to add to the box's own few. */
  env?: Readonly<Record<string, string>>;
  /**
   * What this tool says when it fails for a reason of its own, and the reason: rows tried in order on its stderr.
   * Hosts name their reason themselves, by a line `protean-reason: <reason>`.
   */
  reasons?: readonly (readonly [says: RegExp, reason: Reason])[];
  /** How much of a step is done, from 0 to 1, as far as that can be seen; asked about once a second. */
  progress?: (seen: StepSnapshot) => number | undefined;
  /**
   * Says that a failed run was the engine's fault (answered 502) although it looked like the file's (400).
   * By default death by a signal and a missing program are the engine's, any other failure is the file's.
   */
  isEngineFault?(run: { status: number | null; stderr: string }): boolean;
}

/** What a host of our own ends with when the mistake is ours, so that it is not taken for the file's. */
export const runnerFaultStatus = 70;

/** The `isEngineFault` of engines with such a host. */
export const isRunnerFault = ({ status }: { status: number | null }): boolean => status === runnerFaultStatus;

export interface Engine extends EngineDeclaration {
  readonly kind: 'engine';
}

/** Checks what types cannot and marks the declaration as an engine. */
export function defineEngine(declaration: EngineDeclaration): Engine {
  if (!/^[a-z][a-z0-9-]*$/.test(declaration.id))
    throw new Error(`engine id ${declaration.id}: lower case words and dashes`);
  return { ...declaration, kind: 'engine' };
}

/** What of an engine may be offered where the walls around it are weak. */
export function withoutDangerousEdges(engine: Engine): Engine {
  const { dangerous = [], edges, prePostSteps = [] } = engine;
  const isHarmless = (ext: string) => dangerous !== 'all' && !dangerous.includes(ext);
  return {
    ...engine,
    edges: edges.map((edge) => ({ ...edge, reads: edge.reads.filter(isHarmless) })),
    prePostSteps: prePostSteps.map((one) => ({ ...one, formats: one.formats.filter(isHarmless) })),
  };
}

/** What the box of a step shows of the machine. */
export function mountsOf(
  { mounts: shows }: Pick<EngineDeclaration, 'mounts'>,
  { from, to }: Pick<Step, 'from' | 'to'>,
): readonly string[] {
  return typeof shows === 'function' ? shows(from, to) : shows;
}

/** All that its boxes show, whatever the step. */
export function allMountsOf(engine: Pick<EngineDeclaration, 'mounts' | 'edges'>): readonly string[] {
  const { mounts: shows, edges } = engine;
  if (typeof shows !== 'function') return shows;
  return edges.flatMap(({ reads, writes }) =>
    reads.flatMap((from) => writes.flatMap((to) => shows(from, to))),
  );
}

/** What a step runs, one after the other, of an engine that may run one program or several. */
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

/** A plan carried out: each step boxed in a folder of its own, the last one's files handed back. */
import { link, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Engine, Step } from '../engines/engine.ts';
import type { Options } from '../engines/options.ts';
import { ServiceError } from '../errors.ts';
import type { Format } from '../formats/format.ts';
import { inBox } from '../sandbox/layout.ts';
import { defaultLimits, type Limits } from '../sandbox/limits.ts';
import type { Outcome } from '../sandbox/room.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Edge } from './edges.ts';
import type { Route } from './planner.ts';
import { BadResult, collectResult } from './result.ts';

export interface Task {
  route: Route;
  /** The file to convert. */
  file: string;
  /** A folder for the steps' own folders. */
  dir: string;
  options: Options;
  /** Longest time for all steps together, milliseconds. */
  wallMs: number;
  signal?: AbortSignal;
}

export interface Tools {
  sandbox: Sandbox;
  engine(id: string): Engine;
  format(ext: string): Format;
  now(): number;
}

/**
 * The files of the last step: one, or several in order where the step splits (pages, frames).
 * Throws `bad_request` when the file is at fault, `service_unavailable` when an engine is.
 */
export async function perform(task: Task, tools: Tools): Promise<string[]> {
  const deadline = tools.now() + task.wallMs;
  let file = task.file;
  let files: string[] = [file];
  for (const [n, edge] of task.route.steps.entries()) {
    const dir = path.join(task.dir, String(n + 1));
    files = await performStep({ ...task, edge, file, dir, wallMs: deadline - tools.now() }, tools);
    file = files[0] ?? file;
  }
  return files;
}

/** Performs one edge. */
async function performStep(task: Omit<Task, 'route'> & { edge: Edge }, tools: Tools): Promise<string[]> {
  const { edge, options, signal } = task;
  const engine = tools.engine(edge.engine);
  const step: Step = {
    from: edge.from,
    to: edge.to,
    input: `${inBox.input}/in.${edge.from}`,
    output: `${inBox.output}/out.${edge.to}`,
    outputDir: inBox.output,
    work: inBox.work,
    options: Object.fromEntries(
      Object.entries(options).filter(([name]) => edge.options.includes(name as never)),
    ),
  };
  return tools.sandbox.run({
    commands: commandsOf(engine, step),
    limits: limitsFor(engine, task.wallMs),
    ...(engine.env ? { env: engine.env } : {}),
    ...(signal ? { signal } : {}),
    // The engine sees our name for the file, never the caller's.
    put: ({ input }) => link(task.file, path.join(input, `in.${edge.from}`)),
    take: async ({ output }, outcome) => {
      signal?.throwIfAborted();
      const failure = failureOf(outcome, engine, edge);
      if (failure) throw failure;
      await rename(output, task.dir);
      return collectStep(task.dir, edge, tools);
    },
  });
}

async function collectStep(dir: string, edge: Edge, tools: Tools): Promise<string[]> {
  try {
    const files = await collectResult(dir, tools.format(edge.to));
    if (files.length > 1 && !edge.many) throw new BadResult(`${files.length} files where one was due`);
    return files;
  } catch (error) {
    if (error instanceof BadResult) throw unreadable(edge, error);
    throw error;
  }
}

function commandsOf(engine: Engine, step: Step): (readonly string[])[] {
  const command = engine.command(step);
  return isSingle(command) ? [command] : [...command];
}

function isSingle(command: ReturnType<Engine['command']>): command is readonly string[] {
  return typeof command[0] === 'string';
}

function limitsFor(engine: Engine, leftMs: number): Limits {
  const limits = { ...defaultLimits, ...engine.limits };
  return { ...limits, wallMs: Math.max(1, Math.min(limits.wallMs, leftMs)) };
}

/** What a run's end means to the caller; undefined when it went well. */
function failureOf(outcome: Outcome, engine: Engine, edge: Edge): ServiceError | undefined {
  const cause = new Error(
    `${engine.id} ${edge.from}>${edge.to} ended by ${outcome.ending}, status ${outcome.status}: ${outcome.stderr.slice(-2000)}`,
  );
  switch (outcome.ending) {
    case 'timeout':
      return unavailable(
        'timeout',
        'The conversion took too long and was stopped. A smaller file may fit.',
        cause,
      );
    case 'memory_limit':
      return tooMuch('too_complex', 'The file needs more memory than a conversion may use.', cause);
    case 'output_limit':
      return tooMuch('result_too_large', 'The result would be larger than a conversion may write.', cause);
    case 'aborted':
      return unavailable('aborted', 'The conversion was stopped.', cause);
    case 'exit':
      if (outcome.status === 0) return undefined;
      if (crashed(outcome) || engine.brokeDown?.(outcome)) {
        return unavailable('engine_crashed', 'The conversion engine broke down on this file.', cause);
      }
      return unreadable(edge, cause);
  }
}

// bwrap answers 128+n when the program died by signal n, and 126 or 127 where it could not be run.
function crashed({ status, signal }: Outcome): boolean {
  return signal !== null || status === null || status >= 126;
}

function unavailable(reason: string, message: string, cause: unknown): ServiceError {
  return new ServiceError('service_unavailable', message, { details: { reason }, cause });
}

function tooMuch(reason: string, message: string, cause: unknown): ServiceError {
  return new ServiceError('bad_request', message, { details: { reason }, cause });
}

function unreadable({ from }: Edge, cause: unknown): ServiceError {
  return new ServiceError(
    'bad_request',
    `The file could not be read as ${from}. It may be damaged, protected or of another kind.`,
    {
      details: { reason: 'unreadable_file', source: from },
      cause,
    },
  );
}

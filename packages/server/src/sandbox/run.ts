/** The one door to every engine: runs a program in its box, holds it to its limits, and leaves no process behind. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { boxArguments } from './box.ts';
import { createCgroup, type CgroupKind } from './cgroup.ts';
import type { BoxSources, StepFolders } from './layout.ts';
import type { Limits } from './limits.ts';
import { folderUsage } from './usage.ts';

export const bwrap = '/usr/bin/bwrap';

const keptOutput = 64 * 1024;
const watchEveryMs = 200;

export interface RunRequest {
  /** Program and arguments as seen inside the box. */
  argv: readonly string[];
  folders: StepFolders;
  limits: Limits;
  env?: Readonly<Record<string, string>>;
  /** Aborting it kills the program and all its children. */
  signal?: AbortSignal;
}

/** Why a run ended: by itself, or stopped by one of its limits or by the caller. */
export type Ending = 'exit' | 'timeout' | 'aborted' | 'output_limit' | 'memory_limit';

export interface Outcome {
  ending: Ending;
  /** Exit status; null when the program died by a signal. 128+n where a shell or bwrap saw signal n. */
  status: number | null;
  signal: NodeJS.Signals | null;
  /** The last 64 KiB of what it said. */
  stdout: string;
  stderr: string;
  ms: number;
}

interface Parts {
  sources: BoxSources;
  cgroups: CgroupKind;
  clock: Clock;
  newId: NewId;
}

export class Sandbox {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get cgroups(): CgroupKind {
    return this.#parts.cgroups;
  }

  /** Runs to its end; throws only when the box itself cannot be started. */
  async run(request: RunRequest): Promise<Outcome> {
    const { clock } = this.#parts;
    const began = clock.elapsed();
    const cgroup = createCgroup(
      this.#parts.cgroups,
      `protean-${process.pid}-${this.#parts.newId()}`,
      request.limits,
    );
    try {
      const box = [bwrap, ...boxArguments({ ...request, sources: this.#parts.sources })];
      const child = start(cgroup ? joinThen(cgroup.joinFiles, box) : box);
      const stdout = tail(child.stdout);
      const stderr = tail(child.stderr);
      const { status, signal, ending } = await supervise(child, request);
      const outOfMemory = ending === 'exit' && status !== 0 && cgroup?.ranOutOfMemory() === true;
      return {
        ending: outOfMemory ? 'memory_limit' : ending,
        status,
        signal,
        stdout: stdout(),
        stderr: stderr(),
        ms: clock.elapsed() - began,
      };
    } finally {
      await cgroup?.remove();
    }
  }
}

// The environment is empty because /proc/1/environ inside the box shows what bwrap itself was started with.
// Engines are started from the main thread only: parent-death follows the thread that spawned.
function start(command: readonly string[]): ChildProcess & { stdout: Readable; stderr: Readable } {
  const [program = '', ...args] = command;
  return spawn(program, args, { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A shell that enters the control group and then becomes the box. */
function joinThen(joinFiles: readonly string[], box: readonly string[]): string[] {
  const join = joinFiles.map((_, n) => `echo $$ > "$${n + 1}"`).join(' && ');
  return ['/bin/sh', '-c', `${join} && shift ${joinFiles.length} && exec "$@"`, 'sh', ...joinFiles, ...box];
}

interface End {
  ending: Ending;
  status: number | null;
  signal: NodeJS.Signals | null;
}

/** Waits for the end, making it come when a limit is passed or the caller leaves. */
function supervise(child: ChildProcess, { limits, folders, signal }: RunRequest): Promise<End> {
  return new Promise((resolve, reject) => {
    let ending: Ending = 'exit';
    // Killing bwrap's outer process takes its pid namespace, and so every descendant, along.
    const stop = (why: Ending) => {
      if (ending === 'exit') ending = why;
      child.kill('SIGKILL');
    };
    const onAbort = () => stop('aborted');
    const deadline = setTimeout(() => stop('timeout'), limits.wallMs);
    const most = { bytes: limits.outputBytes, files: limits.outputFiles };
    let counting = false;
    const watch = setInterval(() => {
      if (counting) return;
      counting = true;
      void folderUsage([folders.output, folders.work], most).then((usage) => {
        counting = false;
        if (usage.bytes > most.bytes || usage.files > most.files) stop('output_limit');
      });
    }, watchEveryMs);
    const cleanUp = () => {
      clearTimeout(deadline);
      clearInterval(watch);
      signal?.removeEventListener('abort', onAbort);
    };
    child.once('error', (error) => {
      cleanUp();
      reject(error);
    });
    // 'close' comes after 'exit', when the last process holding the output pipes has gone too.
    child.once('close', (status, by) => {
      cleanUp();
      // SIGXFSZ (25): the kernel stopped a write beyond the file-size limit.
      const overFileSize = ending === 'exit' && (status === 153 || by === 'SIGXFSZ');
      resolve({ ending: overFileSize ? 'output_limit' : ending, status, signal: by });
    });
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Keeps the last part of a stream, whatever its length. */
function tail(stream: Readable): () => string {
  let kept = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]);
    if (kept.length > keptOutput) kept = kept.subarray(kept.length - keptOutput);
  });
  return () => kept.toString('utf8');
}

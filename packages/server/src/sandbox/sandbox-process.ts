/** A box that already stands and waits: a job's files go in, its commands run, and a kept room can take another. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { filterFd, infoFd } from './box.ts';
import { createCgroup, type Cgroup, type CgroupKind } from './cgroup.ts';
import { withFdsClosed } from './close-inherited-fds.ts';
import { startTimeoutMs, type WarmWorkerSpec } from '@protean/engines/runtime/warm-worker-spec.ts';
import { sandboxPaths } from '@protean/engines/runtime/sandbox-paths.ts';
import { makeStepFolders, type SandboxSources, type StepFolders } from './layout.ts';
import { isolationLevels, type Isolation } from './isolation.ts';
import { grantOwnership, reclaimOwnership } from './unprivileged-user.ts';
import { checkUnchanged, stateBelow, type BoxState } from './processes.ts';
import { supervise, tail, type Ending, type ProcessExit } from './supervise.ts';
import type { Watch, WatchedProcess } from './watch.ts';
import { watchProcess } from './watched-process.ts';
import { limitPrefix, warmWorkerScript, shellScript, type CommandScript } from './command-script.ts';
import type { Shown } from './view.ts';

export interface RunOutcome {
  ending: Ending;
  /** Exit status; null when the box died by a signal. 128+n where a shell or bwrap saw signal n. */
  status: number | null;
  signal: NodeJS.Signals | null;
  /** The last 64 KiB of what it complained of. */
  stderr: string;
}

type SandboxChild = ChildProcess & {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  stdio: readonly [Writable, Readable, Readable, Readable, Writable];
};

interface SandboxState {
  folders: StepFolders;
  /** The file that a shell reads when it is told to go. */
  scriptFile: string;
  child: SandboxChild;
  cgroup: Cgroup | null;
  /** Of system calls, as the kernel reads it. */
  filter: Buffer;
  isolation: Pick<Isolation, 'unprivilegedUser' | 'ownTree' | 'killSignal'>;
  dir: string;
  watch: Watch;
  /** A text with the places in the box as its walls name them. */
  translatePaths: (text: string) => string;
  warmWorker?: WarmWorkerSpec;
}

export interface SpawnOptions {
  /** The room's own folder, empty. */
  dir: string;
  /** Of its control group, where the system grants one. */
  name: string;
  sources: SandboxSources;
  /** What it shows of the machine. */
  shown: readonly Shown[];
  cgroups: CgroupKind;
  /** Open files that are not to reach it. */
  inheritedFds: readonly number[];
  /** What waits in it; a shell unless one is named. */
  warmWorker?: WarmWorkerSpec;
  /** Aborts when no box is wanted any more. */
  abandoned: AbortSignal;
  /** Sees from its first job on what it holds; whoever removes the folder tells it. */
  watch: Watch;
}

export class SandboxProcess {
  readonly #state: SandboxState;
  readonly #exited: Promise<ProcessExit>;
  /** Undefined when the box ended before it had one. */
  readonly #firstProcess: Promise<number | undefined>;
  readonly #stderr: () => string;
  /** What a keeper was when it was ready. */
  #atRest: BoxState = { processes: [], bytes: 0 };
  #jobs = 0;
  #idle = true;
  #watched: WatchedProcess | undefined;

  private constructor(frame: SandboxState) {
    const { child, filter, warmWorker } = frame;
    this.#state = frame;
    // 'close' comes after 'exit', when the last process holding the output pipes has gone too.
    this.#exited = new Promise((resolve) => {
      child.once('close', (status, signal) => resolve({ status, signal }));
    });
    if (!warmWorker) child.stdout.resume();
    this.#stderr = tail(child.stderr);
    this.#firstProcess = new Promise((resolve) => {
      let told = '';
      child.stdio[infoFd].on('data', (chunk: Buffer) => {
        told += chunk.toString();
        const pid = firstProcess(told);
        if (pid !== undefined) resolve(pid);
      });
      child.once('exit', () => resolve(undefined));
    });
    // Told to go after its death, it answers by its exit.
    child.stdin.on('error', () => {});
    child.stdio[filterFd].on('error', () => {}).end(filter);
  }

  /** Builds the box and waits until its keeper is ready. Throws when there is no bubblewrap, or the keeper never is. */
  static async spawn({
    dir,
    name,
    sources,
    shown,
    cgroups,
    inheritedFds,
    warmWorker,
    abandoned,
    watch,
  }: SpawnOptions): Promise<SandboxProcess> {
    const folders = await makeStepFolders(dir);
    const task = path.join(dir, 'task');
    await mkdir(task, { mode: 0o700 });
    const cgroup = createCgroup(cgroups, name);
    const argv = warmWorker
      ? [...limitPrefix(warmWorker.limits), ...warmWorker.command]
      : ['/bin/sh', '-c', `read -r go && . ${sandboxPaths.script}`];
    const env = warmWorker?.env ?? {};
    const isolation = isolationLevels[sources.level];
    const command = joinCgroup(cgroup, isolation.command({ folders, task, sources, shown, env, argv }));
    const child = spawnChild(withFdsClosed(inheritedFds, command));
    try {
      // Where there is no handle left for its pipes it has none.
      await once(child, 'spawn');
    } catch (error) {
      await cgroup?.remove();
      throw error;
    }
    const sandboxProcess = new SandboxProcess({
      ...{ folders, child, cgroup, isolation, filter: sources.filter, dir, watch },
      translatePaths: (text: string) => isolation.translatePaths(text, { folders, task, sources }),
      scriptFile: path.join(task, path.basename(sandboxPaths.script)),
      ...(warmWorker ? { warmWorker } : {}),
    });
    if (warmWorker && !(await sandboxProcess.#becomesReady(abandoned))) {
      await sandboxProcess.destroy();
      throw new Error(`the ${warmWorker.id} keeper is not ready: ${sandboxProcess.#stderr().slice(-2000)}`);
    }
    if (warmWorker) sandboxProcess.#atRest = await sandboxProcess.#look();
    return sandboxProcess;
  }

  get folders(): StepFolders {
    return this.#state.folders;
  }

  /** Whether it still stands. */
  get isAlive(): boolean {
    const { exitCode, signalCode } = this.#state.child;
    return exitCode === null && signalCode === null;
  }

  /** Jobs that it has taken. */
  get jobs(): number {
    return this.#jobs;
  }

  /** Whether it waits for a job: a shell for its only one, a keeper again after each that went well. */
  get isIdle(): boolean {
    return this.#idle && this.isAlive;
  }

  /** Runs the commands to their end, within the limits of all together; aborting the signal kills them. */
  async run(script: CommandScript, signal?: AbortSignal): Promise<RunOutcome> {
    const { child, cgroup, scriptFile, folders, warmWorker, isolation, translatePaths } = this.#state;
    this.#jobs += 1;
    this.#idle = false;
    const { limits } = script;
    cgroup?.limit(limits);
    const watched = (this.#watched ??= watchProcess({
      ...{ ...this.#state, limits },
      ...{ first: this.#firstProcess, gone: this.#exited },
    }));
    Object.assign(watched, { limits, idle: false });
    const over = warmWorker ? Promise.race([this.#exited, this.#done()]) : this.#exited;
    if (warmWorker) {
      child.stdin.write(`${translatePaths(warmWorkerScript(script))}\n`);
    } else {
      await writeFile(scriptFile, translatePaths(shellScript(script)));
      if (isolation.unprivilegedUser) await grantOwnership(folders.input, scriptFile);
      child.stdin.end('go\n');
    }
    const exit = await supervise({
      limits,
      signal,
      exited: over,
      kill: () => this.#kill(),
      watched: (end) => (watched.end = end),
    });
    // What a job has left running in a box that is kept may go on.
    if (this.isAlive) Object.assign(watched, { idle: true, end: () => this.#kill() });
    const exited = exit.ending === 'exit';
    if (isolation.unprivilegedUser && exited) await reclaimOwnership(folders.output);
    const outOfMemory = exited && exit.status !== 0 && cgroup?.ranOutOfMemory() === true;
    return { ...exit, ending: outOfMemory ? 'memory_limit' : exit.ending, stderr: this.#stderr() };
  }

  /**
   * Takes away the files that a job left, so that the next one of the same owner finds the room as the first did. Throws
   * where there is a folder among them: what waits in the room might put a link in its place while it is looked into;
   * where the job left a process; and where more memory is held than may be.
   */
  async removeFiles(): Promise<void> {
    checkUnchanged(this.#atRest, await this.#look(), this.#state.warmWorker?.maxGrowth);
    await Promise.all(
      (Object.values(this.folders) as string[]).map(async (folder) => {
        for (const name of await readdir(folder)) await unlink(path.join(folder, name));
      }),
    );
  }

  /** Kills what may still be there and waits until it is gone. */
  async destroy(): Promise<void> {
    this.#kill();
    await this.#exited;
    await this.#state.cgroup?.remove();
  }

  /** Nothing inside can be asked: a box has no list of its processes. */
  async #look(): Promise<BoxState> {
    return stateBelow(await this.#firstProcess);
  }

  async #becomesReady(ending: AbortSignal): Promise<boolean> {
    const giveUp = () => this.#kill();
    const late = setTimeout(giveUp, startTimeoutMs);
    ending.addEventListener('abort', giveUp);
    if (ending.aborted) giveUp();
    await Promise.race([this.#exited, this.#done()]);
    ending.removeEventListener('abort', giveUp);
    clearTimeout(late);
    return this.isIdle;
  }

  /** A keeper that failed ends; so whatever it says means that the job went well. */
  async #done(): Promise<ProcessExit> {
    await once(this.#state.child.stdout, 'data');
    this.#idle = true;
    return { status: 0, signal: null };
  }

  // The kernel takes all others along with process 1; bwrap waits for that and then ends. Killing bwrap itself would
  // leave process 1 to be reaped by a stranger, or, early on, waiting for ever for a word from its parent.
  #kill(): void {
    this.#idle = false;
    const { killSignal } = this.#state.isolation;
    void this.#firstProcess.then((pid) => {
      // A group may outlive the one that it is named after.
      if (pid !== undefined && pid < 0) sendSignal(killSignal, pid);
      else if (this.isAlive && (pid === undefined || !sendSignal(killSignal, pid)))
        this.#state.child.kill(killSignal);
    });
  }
}

function sendSignal(signal: NodeJS.Signals, pid: number): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Negative where it is a group of processes, as kill(2) has it. */
function firstProcess(told: string): number | undefined {
  const pid = /"child-pid": (-?\d+)/.exec(told)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

// What bwrap itself was started with would be process 1's environment, for whoever has a /proc to look at.
// Boxes are started from the main thread only: parent-death follows the thread that spawned.
function spawnChild(command: readonly string[]): SandboxChild {
  const [program = '', ...args] = command;
  return spawn(program, args, {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  }) as SandboxChild;
}

/** A shell that enters the control group and then becomes the box. */
function joinCgroup(cgroup: Cgroup | null, box: readonly string[]): readonly string[] {
  if (!cgroup) return box;
  const files = cgroup.joinFiles;
  const enter = files.map((_, n) => `echo $$ > "$${n + 1}"`).join(' && ');
  return [
    '/bin/sh',
    '-c',
    `${enter} && shift ${files.length} && unset PWD && exec "$@"`,
    'sh',
    ...files,
    ...box,
  ];
}

/**
 * A sandbox in which a shell or a warm engine waits for jobs. A shell runs the commands of one job. A warm engine runs
 * the commands of several jobs.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { filterFd, infoFd } from './isolation/launch-plan.ts';
import { createCgroup, type Cgroup, type CgroupKind } from './cgroup.ts';
import { withFdsClosed } from './close-inherited-fds.ts';
import { removeFile } from '../kit/folder.ts';
import { eachInSlices } from '../kit/concurrency/in-slices.ts';
import { startTimeoutMs, type WarmEngineSpec } from '@protean/engines/warm/warm-engine-spec.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { makeStepFolders, type SandboxSources, type StepFolders } from './isolation/layout.ts';
import { isolationLevels, type Isolation } from './isolation/isolation.ts';
import { separateInputs } from './isolation/own-inputs.ts';
import { grantOwnership, reclaimOwnership } from './isolation/unprivileged-user.ts';
import { membersOf } from './members.ts';
import { processorTimes } from './processor-time.ts';
import { checkUnchanged, snapshotOf, type ProcessSnapshot } from './processes.ts';
import { supervise, tail, type Ending, type ProcessExit } from './supervise.ts';
import type { Watch, WatchedProcess } from './watch.ts';
import { WaitedFile } from './waited-file.ts';
import { watchProcess } from './watched-process.ts';
import { limitPrefix, warmEngineScript, shellScript, type CommandScript } from './command-script.ts';
import type { Mount } from './isolation/view.ts';

export interface RunOutcome {
  ending: Ending;
  /**
   * Exit status, or null if a signal killed the sandbox. If signal n killed only the program, a shell or bwrap reports
   * the status 128+n.
   */
  status: number | null;
  signal: NodeJS.Signals | null;
  /** Time in milliseconds in which the run waited because other programs used the processors. */
  waitedMs: number;
  /** The last 64 KiB of the standard error output. */
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
  /** Path of the command script. The shell reads the script after it has received a line on standard input. */
  scriptFile: string;
  waited: WaitedFile;
  child: SandboxChild;
  cgroup: Cgroup | null;
  /** The system call filter in the kernel's format. */
  filter: Buffer;
  isolation: Pick<Isolation, 'unprivilegedUser' | 'ownTree' | 'killSignal'>;
  dir: string;
  watch: Watch;
  /** Replaces sandbox paths in a text with the paths that programs use at this isolation level. */
  translatePaths: (text: string) => string;
  warmEngine: WarmEngineSpec | undefined;
}

export interface SpawnOptions {
  /** Empty folder that only this sandbox uses. */
  dir: string;
  /** Name of the sandbox's control group, if the system allows control groups. */
  name: string;
  sources: SandboxSources;
  /** Files and folders of the machine that the sandbox mounts. */
  mounts: readonly Mount[];
  cgroups: CgroupKind;
  /** File descriptors that the sandbox must not inherit. */
  inheritedFds: readonly number[];
  /** The warm engine that waits in the sandbox. Undefined if a shell waits in the sandbox. */
  warmEngine?: WarmEngineSpec | undefined;
  /**
   * Signal that aborts when sandboxes are no longer needed. Sandboxes that are starting also end when this signal
   * aborts.
   */
  abandoned: AbortSignal;
  /** Measures the usage of the sandbox from its first job until its folder is removed. */
  watch: Watch;
}

export class SandboxProcess {
  readonly #state: SandboxState;
  readonly #exited: Promise<ProcessExit>;
  /** Process id of the first process. Undefined if the sandbox exited before its first process started. */
  readonly #firstProcess: Promise<number | undefined>;
  readonly #stderr: () => string;
  /** Processes and memory of the warm engine at the time when it became ready. */
  #atRest: ProcessSnapshot = { processes: [], bytes: 0 };
  #jobs = 0;
  #idle = true;
  #watched: WatchedProcess | undefined;

  private constructor(state: SandboxState) {
    const { child, filter, warmEngine } = state;
    this.#state = state;
    // 'close' is emitted after 'exit', when the last process that has the output pipes open has exited.
    this.#exited = new Promise((resolve) => {
      child.once('close', (status, signal) => resolve({ status, signal }));
    });
    if (!warmEngine) child.stdout.resume();
    this.#stderr = tail(child.stderr);
    this.#firstProcess = new Promise((resolve) => {
      let info = '';
      child.stdio[infoFd].on('data', (chunk: Buffer) => {
        info += chunk.toString();
        const pid = firstProcess(info);
        if (pid !== undefined) resolve(pid);
      });
      child.once('exit', () => resolve(undefined));
    });
    // Writing fails if the sandbox has died. A write error is ignored, because the exit of the sandbox is reported
    // anyway.
    child.stdin.on('error', () => {});
    child.stdio[filterFd].on('error', () => {}).end(filter);
  }

  /**
   * Starts the sandbox and waits until its warm engine is ready. Throws if bubblewrap is missing or the engine never
   * becomes ready.
   */
  static async spawn({
    dir,
    name,
    sources,
    mounts,
    cgroups,
    inheritedFds,
    warmEngine,
    abandoned,
    watch,
  }: SpawnOptions): Promise<SandboxProcess> {
    const folders = makeStepFolders(dir);
    const task = path.join(dir, 'task');
    mkdirSync(task, { mode: 0o700 });
    const cgroup = createCgroup(cgroups, name);
    const argv = warmEngine
      ? [...limitPrefix(warmEngine.limits), ...warmEngine.command]
      : ['/bin/sh', '-c', `read -r go && . ${sandboxPaths.script}`];
    const env = warmEngine?.env ?? {};
    const isolation = isolationLevels[sources.level];
    const command = joinCgroup(cgroup, isolation.command({ folders, task, sources, mounts, env, argv }));
    const child = spawnChild(withFdsClosed(inheritedFds, command));
    try {
      // Spawning fails if no file descriptors are left for the pipes.
      await once(child, 'spawn');
    } catch (error) {
      await cgroup?.remove();
      throw error;
    }
    const sandboxProcess = new SandboxProcess({
      ...{ folders, child, cgroup, isolation, filter: sources.filter, dir, watch },
      translatePaths: (text: string) => isolation.translatePaths(text, { folders, task, sources }),
      scriptFile: path.join(task, path.basename(sandboxPaths.script)),
      waited: new WaitedFile(path.join(task, path.basename(sandboxPaths.waited))),
      warmEngine,
    });
    if (warmEngine && !(await sandboxProcess.#becomesReady(abandoned))) {
      await sandboxProcess.destroy();
      throw new Error(
        `the warm engine ${warmEngine.id} is not ready: ${sandboxProcess.#stderr().slice(-2000)}`,
      );
    }
    if (warmEngine) sandboxProcess.#atRest = snapshotOf(await sandboxProcess.#processes());
    return sandboxProcess;
  }

  get folders(): StepFolders {
    return this.#state.folders;
  }

  /** Whether the sandbox's process is still running. */
  get isAlive(): boolean {
    const { exitCode, signalCode } = this.#state.child;
    return exitCode === null && signalCode === null;
  }

  /** Number of jobs that the sandbox has run. */
  get jobs(): number {
    return this.#jobs;
  }

  /**
   * Whether the sandbox waits for a job. A shell waits for only one job. A warm engine waits again after each
   * successful job.
   */
  get isIdle(): boolean {
    return this.#idle && this.isAlive;
  }

  /** Runs the commands within limits that apply to all commands together. Kills the commands if the signal aborts. */
  async run(script: CommandScript, signal?: AbortSignal): Promise<RunOutcome> {
    const { child, cgroup, scriptFile, waited, folders, warmEngine, isolation, translatePaths } = this.#state;
    waited.remove();
    this.#jobs += 1;
    this.#idle = false;
    const { limits } = script;
    cgroup?.limit(limits);
    const watched = (this.#watched ??= watchProcess({
      ...{ ...this.#state, limits },
      ...{ first: this.#firstProcess, gone: this.#exited, members: (first) => this.#members(first) },
    }));
    Object.assign(watched, { limits, idle: false });
    // Only a sandbox with separate mounts has read-only input. Sandboxes without separate mounts have writable input,
    // so linked input files are replaced with copies.
    if (!isolation.ownTree) await separateInputs(folders.input);
    const over = warmEngine ? Promise.race([this.#exited, this.#jobDone()]) : this.#exited;
    if (warmEngine) {
      child.stdin.write(`${translatePaths(warmEngineScript(script))}\n`);
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
      processorTimes: () => processorTimes(watched.members()),
      onWaited: (ms) => waited.write(ms),
    });
    // A sandbox that is alive after the job is still measured, because the job may have left a process
    // behind.
    if (this.isAlive) Object.assign(watched, { idle: true, end: () => this.#kill() });
    const exited = exit.ending === 'exit';
    if (isolation.unprivilegedUser && exited) await reclaimOwnership(folders.output);
    const outOfMemory = exited && exit.status !== 0 && cgroup?.ranOutOfMemory() === true;
    return { ...exit, ending: outOfMemory ? 'memory_limit' : exit.ending, stderr: this.#stderr() };
  }

  /**
   * Removes the files of the last job, so that the owner's next job finds the sandbox in its initial state. Throws if
   * the last job left a folder behind, because the warm engine could replace the folder with a link while it is being
   * removed. Throws if the last job left a process behind, or if the sandbox uses too much memory.
   */
  async removeFiles(): Promise<void> {
    checkUnchanged(this.#atRest, await this.#processes(), this.#state.warmEngine?.maxGrowth);
    for (const folder of Object.values(this.folders) as string[])
      await eachInSlices(readdirSync(folder), (name) => removeFile(path.join(folder, name)));
  }

  /** Kills all processes of the sandbox and waits until they have exited. */
  async destroy(): Promise<void> {
    this.#kill();
    await this.#exited;
    await this.#state.cgroup?.remove();
  }

  /** Returns the process ids. The ids are read outside the sandbox, because a sandbox has no /proc. */
  async #processes(): Promise<number[]> {
    return this.#members(await this.#firstProcess);
  }

  #members(first: number | undefined): number[] {
    const { cgroup, isolation, folders } = this.#state;
    const owned = isolation.unprivilegedUser ? folders.work : undefined;
    return membersOf({ first, list: cgroup?.joinFiles[0], owned });
  }

  async #becomesReady(ending: AbortSignal): Promise<boolean> {
    const giveUp = () => this.#kill();
    const late = setTimeout(giveUp, startTimeoutMs);
    ending.addEventListener('abort', giveUp);
    if (ending.aborted) giveUp();
    await Promise.race([this.#exited, this.#jobDone()]);
    ending.removeEventListener('abort', giveUp);
    clearTimeout(late);
    return this.isIdle;
  }

  /** Resolves when the job has succeeded. A warm engine exits on failure, so any output means success. */
  async #jobDone(): Promise<ProcessExit> {
    await once(this.#state.child.stdout, 'data');
    this.#idle = true;
    return { status: 0, signal: null };
  }

  // Kills process 1 of the sandbox, not bwrap. When process 1 dies, the kernel kills all other processes. bwrap waits
  // for this and then exits. If bwrap itself were killed, another parent would have to reap process 1, and process 1
  // could wait forever for a message from bwrap.
  #kill(): void {
    this.#idle = false;
    const { killSignal } = this.#state.isolation;
    void this.#firstProcess.then((pid) => {
      // Kills a process group even if its first process has exited, because other processes may still run.
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

/** Returns the id of the first process. As in kill(2), a negative number means a process group. */
function firstProcess(info: string): number | undefined {
  const pid = /"child-pid": (-?\d+)/.exec(info)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

// Starts bwrap with an empty environment, because the environment of process 1 would be visible in /proc. Call
// `spawnChild` only from the main thread, because the parent-death signal is bound to the thread that spawned the
// process.
function spawnChild(command: readonly string[]): SandboxChild {
  const [program = '', ...args] = command;
  return spawn(program, args, {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  }) as SandboxChild;
}

/** Returns a command that starts a shell, which joins the control group and then executes `command`. */
function joinCgroup(cgroup: Cgroup | null, command: readonly string[]): readonly string[] {
  if (!cgroup) return command;
  const files = cgroup.joinFiles;
  const enter = files.map((_, n) => `echo $$ > "$${n + 1}"`).join(' && ');
  return [
    '/bin/sh',
    '-c',
    `${enter} && shift ${files.length} && unset PWD && exec "$@"`,
    'sh',
    ...files,
    ...command,
  ];
}

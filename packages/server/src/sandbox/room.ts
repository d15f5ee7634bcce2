/** A box that already stands, empty and waiting: one step's files go in, its commands run, and then it is pulled down. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { boxArguments, filterFd, infoFd } from './box.ts';
import { createCgroup, type Cgroup, type CgroupKind } from './cgroup.ts';
import { inBox, makeStepFolders, type BoxSources, type StepFolders } from './layout.ts';
import { prlimitFlags, type Limits } from './limits.ts';
import { supervise, tail, type Ending, type Exit } from './supervise.ts';

export const bwrap = '/usr/bin/bwrap';

export interface RunRequest {
  /** Programs and arguments as seen inside the box, one after the other until one fails. */
  commands: readonly (readonly string[])[];
  /** For all of them together. */
  limits: Limits;
  env?: Readonly<Record<string, string>>;
  /** Aborting it kills the program and all its children. */
  signal?: AbortSignal;
}

export interface Outcome {
  ending: Ending;
  /** Exit status; null when the box died by a signal. 128+n where a shell or bwrap saw signal n. */
  status: number | null;
  signal: NodeJS.Signals | null;
  /** The last 64 KiB of what it said. */
  stdout: string;
  stderr: string;
}

type Box = ChildProcess & {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  stdio: readonly [Writable, Readable, Readable, Readable, Writable];
};

interface Frame {
  folders: StepFolders;
  /** The file that the box reads when it is told to go. */
  script: string;
  box: Box;
  cgroup: Cgroup | null;
  /** Of system calls, as the kernel reads it. */
  filter: Buffer;
}

export class Room {
  readonly #frame: Frame;
  readonly #gone: Promise<Exit>;
  /** Undefined when the box ended before it had one. */
  readonly #firstProcess: Promise<number | undefined>;
  readonly #stdout: () => string;
  readonly #stderr: () => string;

  private constructor(frame: Frame) {
    const { box, filter } = frame;
    this.#frame = frame;
    // 'close' comes after 'exit', when the last process holding the output pipes has gone too.
    this.#gone = new Promise((resolve) => {
      box.once('close', (status, signal) => resolve({ status, signal }));
    });
    this.#stdout = tail(box.stdout);
    this.#stderr = tail(box.stderr);
    this.#firstProcess = new Promise((resolve) => {
      let told = '';
      box.stdio[infoFd].on('data', (chunk: Buffer) => {
        told += chunk.toString();
        const pid = firstProcess(told);
        if (pid !== undefined) resolve(pid);
      });
      box.once('exit', () => resolve(undefined));
    });
    // Told to go after its death, it answers by its exit.
    box.stdin.on('error', () => {});
    box.stdio[filterFd].on('error', () => {}).end(filter);
  }

  /** Starts a box around fresh folders below `dir`, in a control group called `name` where the system grants one. */
  static async open(dir: string, name: string, sources: BoxSources, cgroups: CgroupKind): Promise<Room> {
    const folders = await makeStepFolders(dir);
    const task = path.join(dir, 'task');
    await mkdir(task, { mode: 0o700 });
    const cgroup = createCgroup(cgroups, name);
    const wait = ['/bin/sh', '-c', `read -r go && . ${inBox.task}/run`];
    const box = start(join(cgroup, [bwrap, ...boxArguments({ folders, task, sources, argv: wait })]));
    try {
      // Where there is no handle left for its pipes it has none.
      await once(box, 'spawn');
    } catch (error) {
      await cgroup?.remove();
      throw error;
    }
    return new Room({ folders, script: path.join(task, 'run'), box, cgroup, filter: sources.filter });
  }

  get folders(): StepFolders {
    return this.#frame.folders;
  }

  /** Whether it still stands. */
  get stands(): boolean {
    const { exitCode, signalCode } = this.#frame.box;
    return exitCode === null && signalCode === null;
  }

  /** Runs the commands to their end; once only. */
  async run(request: RunRequest): Promise<Outcome> {
    const { box, cgroup, script, folders } = this.#frame;
    await writeFile(script, scriptOf(request));
    cgroup?.limit(request.limits);
    box.stdin.end('go\n');
    const { status, signal, ending } = await supervise({
      ...request,
      folders,
      gone: this.#gone,
      kill: () => this.#kill(),
    });
    const outOfMemory = ending === 'exit' && status !== 0 && cgroup?.ranOutOfMemory() === true;
    await cgroup?.remove();
    return {
      ending: outOfMemory ? 'memory_limit' : ending,
      status,
      signal,
      stdout: this.#stdout(),
      stderr: this.#stderr(),
    };
  }

  /** Kills what may still be there and waits until it is gone. */
  async pullDown(): Promise<void> {
    this.#kill();
    await this.#gone;
    await this.#frame.cgroup?.remove();
  }

  // The kernel takes all others along with process 1; bwrap waits for that and then ends. Killing bwrap itself would
  // leave process 1 to be reaped by a stranger, or, early on, waiting for ever for a word from its parent.
  #kill(): void {
    void this.#firstProcess.then((pid) => {
      if (this.stands && (pid === undefined || !killed(pid))) this.#frame.box.kill('SIGKILL');
    });
  }
}

function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

function firstProcess(told: string): number | undefined {
  const pid = Number(/"child-pid": (\d+)/.exec(told)?.[1]);
  return pid > 0 ? pid : undefined;
}

// The environment is empty because /proc/1/environ inside the box shows what bwrap itself was started with.
// Boxes are started from the main thread only: parent-death follows the thread that spawned.
function start(command: readonly string[]): Box {
  const [program = '', ...args] = command;
  return spawn(program, args, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'] }) as Box;
}

/** A shell that enters the control group and then becomes the box. */
function join(cgroup: Cgroup | null, box: readonly string[]): readonly string[] {
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

function scriptOf({ commands, limits, env = {} }: RunRequest): string {
  const bounded = commands.map((argv) =>
    ['/usr/bin/prlimit', ...prlimitFlags(limits), '--', ...argv].map(quote).join(' '),
  );
  return [
    'exec </dev/null',
    ...Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}`),
    ...bounded.map((command) => `${command} || exit`),
    'exit 0',
    '',
  ].join('\n');
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

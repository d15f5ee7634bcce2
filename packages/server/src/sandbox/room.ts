/** A box that already stands and waits: a job's files go in, its commands run, and a kept room can take another. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { filterFd, infoFd } from './box.ts';
import { createCgroup, type Cgroup, type CgroupKind } from './cgroup.ts';
import { without } from './inherited.ts';
import { startMs, type Keeper } from './keeper.ts';
import { inBox, makeStepFolders, type BoxSources, type StepFolders } from './layout.ts';
import { levels, type Walls } from './levels.ts';
import { lend, takeBack } from './stranger.ts';
import { checkUnchanged, stateBelow, type BoxState } from './processes.ts';
import { supervise, tail, type Ending, type Exit } from './supervise.ts';
import type { Watch, WatchedBox } from './watch.ts';
import { watchRoom } from './watched-room.ts';
import { bounds, keptOrders, shellOrders, type Orders } from './orders.ts';
import type { Shown } from './view.ts';

/** Its time and its output are bounded for all commands together. */
export interface RunRequest extends Orders {
  /** Aborting it kills the program and all its children. */
  signal?: AbortSignal;
}

export interface Outcome {
  ending: Ending;
  /** Exit status; null when the box died by a signal. 128+n where a shell or bwrap saw signal n. */
  status: number | null;
  signal: NodeJS.Signals | null;
  /** The last 64 KiB of what it complained of. */
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
  /** The file that a shell reads when it is told to go. */
  orders: string;
  box: Box;
  cgroup: Cgroup | null;
  /** Of system calls, as the kernel reads it. */
  filter: Buffer;
  walls: Pick<Walls, 'stranger' | 'ownTree' | 'end'>;
  dir: string;
  watch: Watch;
  /** A text with the places in the box as its walls name them. */
  named: (text: string) => string;
  keeper?: Keeper;
}

export interface Site {
  /** The room's own folder, empty. */
  dir: string;
  /** Of its control group, where the system grants one. */
  name: string;
  sources: BoxSources;
  /** What it shows of the machine. */
  shown: readonly Shown[];
  cgroups: CgroupKind;
  /** Open files that are not to reach it. */
  inherited: readonly number[];
  /** What waits in it; a shell unless one is named. */
  keeper?: Keeper;
  /** Aborts when no box is wanted any more. */
  ending: AbortSignal;
  /** Sees from its first job on what it holds; whoever removes the folder tells it. */
  watch: Watch;
}

export class Room {
  readonly #frame: Frame;
  readonly #gone: Promise<Exit>;
  /** Undefined when the box ended before it had one. */
  readonly #firstProcess: Promise<number | undefined>;
  readonly #stderr: () => string;
  /** What a keeper was when it was ready. */
  #atRest: BoxState = { processes: [], bytes: 0 };
  #jobs = 0;
  #waiting = true;
  #watched: WatchedBox | undefined;

  private constructor(frame: Frame) {
    const { box, filter, keeper } = frame;
    this.#frame = frame;
    // 'close' comes after 'exit', when the last process holding the output pipes has gone too.
    this.#gone = new Promise((resolve) => {
      box.once('close', (status, signal) => resolve({ status, signal }));
    });
    if (!keeper) box.stdout.resume();
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

  /** Builds the box and waits until its keeper is ready. Throws when there is no bubblewrap, or the keeper never is. */
  static async open({
    dir,
    name,
    sources,
    shown,
    cgroups,
    inherited,
    keeper,
    ending,
    watch,
  }: Site): Promise<Room> {
    const folders = await makeStepFolders(dir);
    const task = path.join(dir, 'task');
    await mkdir(task, { mode: 0o700 });
    const cgroup = createCgroup(cgroups, name);
    const argv = keeper
      ? [...bounds(keeper.limits), ...keeper.command]
      : ['/bin/sh', '-c', `read -r go && . ${inBox.orders}`];
    const env = keeper?.env ?? {};
    const walls = levels[sources.level];
    const command = join(cgroup, walls.command({ folders, task, sources, shown, env, argv }));
    const box = start(without(inherited, command));
    try {
      // Where there is no handle left for its pipes it has none.
      await once(box, 'spawn');
    } catch (error) {
      await cgroup?.remove();
      throw error;
    }
    const room = new Room({
      ...{ folders, box, cgroup, walls, filter: sources.filter, dir, watch },
      named: (text: string) => walls.named(text, { folders, task, sources }),
      orders: path.join(task, path.basename(inBox.orders)),
      ...(keeper ? { keeper } : {}),
    });
    if (keeper && !(await room.#becomesReady(ending))) {
      await room.pullDown();
      throw new Error(`the ${keeper.id} keeper is not ready: ${room.#stderr().slice(-2000)}`);
    }
    if (keeper) room.#atRest = await room.#look();
    return room;
  }

  get folders(): StepFolders {
    return this.#frame.folders;
  }

  /** Whether it still stands. */
  get stands(): boolean {
    const { exitCode, signalCode } = this.#frame.box;
    return exitCode === null && signalCode === null;
  }

  /** Jobs that it has taken. */
  get jobs(): number {
    return this.#jobs;
  }

  /** Whether it waits for a job: a shell for its only one, a keeper again after each that went well. */
  get waits(): boolean {
    return this.#waiting && this.stands;
  }

  /** Runs the commands to their end. */
  async run(request: RunRequest): Promise<Outcome> {
    const { box, cgroup, orders, folders, keeper, walls, named } = this.#frame;
    this.#jobs += 1;
    this.#waiting = false;
    cgroup?.limit(request.limits);
    const watched = (this.#watched ??= watchRoom({
      ...{ ...this.#frame, limits: request.limits },
      ...{ first: this.#firstProcess, gone: this.#gone },
    }));
    Object.assign(watched, { limits: request.limits, idle: false });
    const over = keeper ? Promise.race([this.#gone, this.#done()]) : this.#gone;
    if (keeper) {
      box.stdin.write(`${named(keptOrders(request))}\n`);
    } else {
      await writeFile(orders, named(shellOrders(request)));
      if (walls.stranger) await lend(folders.input, orders);
      box.stdin.end('go\n');
    }
    const { status, signal, ending } = await supervise({
      ...request,
      gone: over,
      kill: () => this.#kill(),
      watched: (end) => (watched.end = end),
    });
    // What a job has left running in a box that is kept may go on.
    if (this.stands) Object.assign(watched, { idle: true, end: () => this.#kill() });
    if (walls.stranger && ending === 'exit') await takeBack(folders.output);
    const outOfMemory = ending === 'exit' && status !== 0 && cgroup?.ranOutOfMemory() === true;
    return { ending: outOfMemory ? 'memory_limit' : ending, status, signal, stderr: this.#stderr() };
  }

  /**
   * Takes away the files that a job left, so that the next one of the same owner finds the room as the first did. Throws
   * where there is a folder among them: what waits in the room might put a link in its place while it is looked into;
   * where the job left a process; and where more memory is held than may be.
   */
  async clear(): Promise<void> {
    checkUnchanged(this.#atRest, await this.#look(), this.#frame.keeper?.mostGrowth);
    await Promise.all(
      (Object.values(this.folders) as string[]).map(async (folder) => {
        for (const name of await readdir(folder)) await unlink(path.join(folder, name));
      }),
    );
  }

  /** Kills what may still be there and waits until it is gone. */
  async pullDown(): Promise<void> {
    this.#kill();
    await this.#gone;
    await this.#frame.cgroup?.remove();
  }

  /** Nothing inside can be asked: a box has no list of its processes. */
  async #look(): Promise<BoxState> {
    return stateBelow(await this.#firstProcess);
  }

  async #becomesReady(ending: AbortSignal): Promise<boolean> {
    const giveUp = () => this.#kill();
    const late = setTimeout(giveUp, startMs);
    ending.addEventListener('abort', giveUp);
    if (ending.aborted) giveUp();
    await Promise.race([this.#gone, this.#done()]);
    ending.removeEventListener('abort', giveUp);
    clearTimeout(late);
    return this.waits;
  }

  /** A keeper that failed ends; so whatever it says means that the job went well. */
  async #done(): Promise<Exit> {
    await once(this.#frame.box.stdout, 'data');
    this.#waiting = true;
    return { status: 0, signal: null };
  }

  // The kernel takes all others along with process 1; bwrap waits for that and then ends. Killing bwrap itself would
  // leave process 1 to be reaped by a stranger, or, early on, waiting for ever for a word from its parent.
  #kill(): void {
    this.#waiting = false;
    const { end } = this.#frame.walls;
    void this.#firstProcess.then((pid) => {
      // A group may outlive the one that it is named after.
      if (pid !== undefined && pid < 0) sent(end, pid);
      else if (this.stands && (pid === undefined || !sent(end, pid))) this.#frame.box.kill(end);
    });
  }
}

function sent(signal: NodeJS.Signals, pid: number): boolean {
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

/** The processes of one service: each is started again as soon as it has died, until it may live. */
import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isStopped } from '../support/processes.ts';
import { until } from '../support/service.ts';
import type { FaultPlan } from './fault-plan.ts';

const crashable = fileURLToPath(new URL('crashable-server.ts', import.meta.url));

export interface ProcessRole {
  roles: string;
  /** How those who hold it die, one after the other; who comes after them lives. */
  faults: FaultPlan[];
}

interface Holder {
  child: ChildProcess;
  /** Where it listens, once it does. */
  url?: string;
  log: string[];
}

export class ProcessGroup {
  /** Process ids of all that there ever were. */
  readonly pids: number[] = [];
  /** How each that died was to die. */
  readonly deaths: FaultPlan[] = [];
  /** What was logged as an error. */
  readonly complaints: string[] = [];
  readonly #env: Record<string, string>;
  readonly #isForgotten: (pid: number) => Promise<boolean>;
  readonly #holders = new Map<ProcessRole, Holder>();
  readonly #kept: Promise<void>[];
  readonly #planned: number;
  readonly #news = new EventEmitter<{ ready: [] }>().setMaxListeners(0);
  #fallen: Error | undefined;
  #turn = 0;
  #ending = false;

  /** `isForgotten` tells whether the others take the process for dead. */
  constructor(
    posts: readonly ProcessRole[],
    env: Record<string, string>,
    isForgotten: (pid: number) => Promise<boolean>,
  ) {
    this.#env = env;
    this.#isForgotten = isForgotten;
    this.#planned = posts.reduce((sum, { faults }) => sum + faults.length, 0);
    this.#kept = posts.map((post) => this.#keep(post));
    for (const kept of this.#kept) {
      kept.catch((error: Error) => {
        this.complaints.push(String(error));
        this.#fallen = error;
        this.#news.emit('ready');
      });
    }
  }

  /** How many are still to die. */
  get doomed(): number {
    return this.#planned - this.deaths.length;
  }

  /** The process ids of those that live. */
  get living(): number[] {
    return [...this.#holders.values()].map(({ child }) => child.pid ?? 0);
  }

  /** The address of one that takes requests now, another each time; waits while there is none. */
  async address(): Promise<string> {
    const late = AbortSignal.timeout(60_000);
    for (;;) {
      const urls = [...this.#holders].flatMap(([{ roles }, { url }]) =>
        url && roles.includes('api') ? [url] : [],
      );
      const url = urls[this.#turn++ % urls.length];
      if (url) return url;
      this.#throwIfFallen();
      await once(this.#news, 'ready', { signal: late });
    }
  }

  /** Resolves when every post is held by somebody who serves. */
  async complete(): Promise<void> {
    const late = AbortSignal.timeout(60_000);
    while ([...this.#holders.values()].some(({ url }) => !url)) {
      this.#throwIfFallen();
      await once(this.#news, 'ready', { signal: late });
    }
  }

  /** Ends all as an operator would, and waits until they have gone. */
  async end(): Promise<void> {
    this.#ending = true;
    for (const { child } of this.#holders.values()) child.kill('SIGTERM');
    await Promise.allSettled(this.#kept);
  }

  /** One that ended by itself is not started again. */
  #throwIfFallen(): void {
    if (this.#fallen) throw this.#fallen;
  }

  async #keep(post: ProcessRole): Promise<void> {
    while (!this.#ending) {
      const fault = post.faults.shift();
      const holder = this.#start(post, fault);
      this.#holders.set(post, holder);
      const timer =
        fault && 'afterMs' in fault
          ? setTimeout(() => holder.child.kill('SIGKILL'), fault.afterMs)
          : undefined;
      if (fault && isStandstill(fault)) void this.#wake(holder, fault);
      const [status, signal] = (await once(holder.child, 'close')) as [number | null, string | null];
      clearTimeout(timer);
      delete holder.url;
      this.complaints.push(...holder.log.filter((line) => /"level":[56]0/.test(line)));
      if (signal === 'SIGKILL' && fault) this.deaths.push(fault);
      else if (status !== 0 || !this.#ending) {
        throw new Error(
          `a server with ${post.roles} ended by itself with ${status ?? signal}:\n${holder.log.slice(-20).join('\n')}`,
        );
      }
    }
  }

  /** Once it stands still and is forgotten. */
  async #wake({ child, log }: Holder, fault: FaultPlan): Promise<void> {
    try {
      await until('it is forgotten', 300_000, async () => {
        await pause(100);
        return (
          child.exitCode !== null || (isStopped(child.pid ?? 0) && (await this.#isForgotten(child.pid ?? 0)))
        );
      });
      if (child.kill('SIGCONT')) this.deaths.push(fault);
    } catch (error) {
      log.push(`"level":50 ${String(error)}`);
    }
  }

  #start({ roles }: ProcessRole, fault: FaultPlan | undefined): Holder {
    const fate = fault && 'point' in fault ? [fault.point, String(fault.nth), fault.signal] : [];
    // None outlives us.
    const command = ['--pdeathsig', 'KILL', process.execPath, crashable, ...fate];
    const child = spawn('/usr/bin/setpriv', command, {
      env: { ...this.#env, ROLES: roles },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.pids.push(child.pid ?? 0);
    const holder: Holder = { child, log: [] };
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        holder.log.push(line);
        const url = /ready at (http:[^"\s]+)/.exec(line)?.[1];
        if (!url) return;
        holder.url = url;
        this.#news.emit('ready');
      });
    }
    return holder;
  }
}

const isStandstill = (fault: FaultPlan) => 'point' in fault && fault.signal === 'SIGSTOP';

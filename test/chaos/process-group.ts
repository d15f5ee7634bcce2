/**
 * Runs the processes of one service. Restarts each process after its planned fault, until all fault plans are used up.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isStopped } from '../support/server/processes.ts';
import { until } from '../support/server/service.ts';
import type { FaultPlan } from './fault-plan.ts';

const crashable = fileURLToPath(new URL('../support/server/crashable-server.ts', import.meta.url));

export interface ProcessRole {
  roles: string;
  /**
   * Fault plans of the role's processes, in order. The first process gets the first fault plan, and each replacement
   * process gets the next fault plan. A process for which no plan is left keeps running.
   */
  faults: FaultPlan[];
}

interface ServerProcess {
  child: ChildProcess;
  /** The URL of the process, or undefined until the process accepts requests. */
  url?: string;
  log: string[];
}

export class ProcessGroup {
  /** Ids of all processes that were started. */
  readonly pids: number[] = [];
  /** The fault plans that have been carried out. */
  readonly appliedFaults: FaultPlan[] = [];
  /** Log lines of level error, and processes that exited unexpectedly. */
  readonly loggedErrors: string[] = [];
  readonly #env: Record<string, string>;
  readonly #isLeaseExpired: (pid: number) => Promise<boolean>;
  readonly #running = new Map<ProcessRole, ServerProcess>();
  readonly #supervised: Promise<void>[];
  readonly #plannedFaults: number;
  readonly #events = new EventEmitter<{ ready: [] }>().setMaxListeners(0);
  #failure: Error | undefined;
  #nextAddress = 0;
  #stopping = false;

  /** Starts the processes. `isLeaseExpired` returns whether the process with this id has lost its lease. */
  constructor(
    roles: readonly ProcessRole[],
    env: Record<string, string>,
    isLeaseExpired: (pid: number) => Promise<boolean>,
  ) {
    this.#env = env;
    this.#isLeaseExpired = isLeaseExpired;
    this.#plannedFaults = roles.reduce((sum, { faults }) => sum + faults.length, 0);
    this.#supervised = roles.map((role) => this.#supervise(role));
    for (const supervised of this.#supervised) {
      supervised.catch((error: Error) => {
        this.loggedErrors.push(String(error));
        this.#failure = error;
        this.#events.emit('ready');
      });
    }
  }

  /** Number of fault plans that have not been carried out yet. */
  get pendingFaults(): number {
    return this.#plannedFaults - this.appliedFaults.length;
  }

  /** Ids of the running processes. */
  get runningPids(): number[] {
    return [...this.#running.values()].map(({ child }) => child.pid ?? 0);
  }

  /**
   * Waits until an api process accepts requests, and returns its URL. Successive calls return the URLs of the processes
   * in turn (round robin).
   */
  async address(): Promise<string> {
    const late = AbortSignal.timeout(60_000);
    for (;;) {
      const urls = [...this.#running].flatMap(([{ roles }, { url }]) =>
        url && roles.includes('api') ? [url] : [],
      );
      const url = urls[this.#nextAddress++ % urls.length];
      if (url) return url;
      this.#throwIfFailed();
      await once(this.#events, 'ready', { signal: late });
    }
  }

  /** Resolves when every role has a process that accepts requests. */
  async ready(): Promise<void> {
    const late = AbortSignal.timeout(60_000);
    while ([...this.#running.values()].some(({ url }) => !url)) {
      this.#throwIfFailed();
      await once(this.#events, 'ready', { signal: late });
    }
  }

  /** Stops all processes with SIGTERM and waits until they have exited. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const { child } of this.#running.values()) child.kill('SIGTERM');
    await Promise.allSettled(this.#supervised);
  }

  /**
   * Throws the error of a process that exited unexpectedly. The group does not restart a process that exited
   * unexpectedly.
   */
  #throwIfFailed(): void {
    if (this.#failure) throw this.#failure;
  }

  async #supervise(role: ProcessRole): Promise<void> {
    while (!this.#stopping) {
      const fault = role.faults.shift();
      const server = this.#start(role, fault);
      this.#running.set(role, server);
      const timer =
        fault && 'afterMs' in fault
          ? setTimeout(() => server.child.kill('SIGKILL'), fault.afterMs)
          : undefined;
      if (fault && isPause(fault)) void this.#resume(server, fault);
      const [status, signal] = (await once(server.child, 'close')) as [number | null, string | null];
      clearTimeout(timer);
      delete server.url;
      this.loggedErrors.push(...server.log.filter((line) => /"level":[56]0/.test(line)));
      if (signal === 'SIGKILL' && fault) this.appliedFaults.push(fault);
      else if (status !== 0 || !this.#stopping) {
        throw new Error(
          `a server with ${role.roles} ended by itself with ${status ?? signal}:\n${server.log.slice(-20).join('\n')}`,
        );
      }
    }
  }

  /** Continues a paused process once its lease has expired. */
  async #resume({ child, log }: ServerProcess, fault: FaultPlan): Promise<void> {
    try {
      await until('its lease has expired', 300_000, async () => {
        await pause(100);
        return (
          child.exitCode !== null ||
          (isStopped(child.pid ?? 0) && (await this.#isLeaseExpired(child.pid ?? 0)))
        );
      });
      if (child.kill('SIGCONT')) this.appliedFaults.push(fault);
    } catch (error) {
      log.push(`"level":50 ${String(error)}`);
    }
  }

  #start({ roles }: ProcessRole, fault: FaultPlan | undefined): ServerProcess {
    const faultArguments = fault && 'point' in fault ? [fault.point, String(fault.nth), fault.signal] : [];
    // setpriv makes the kernel kill the processes when this process exits.
    const command = ['--pdeathsig', 'KILL', process.execPath, crashable, ...faultArguments];
    const child = spawn('/usr/bin/setpriv', command, {
      env: { ...this.#env, ROLES: roles },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.pids.push(child.pid ?? 0);
    const server: ServerProcess = { child, log: [] };
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        server.log.push(line);
        const url = /ready at (http:[^"\s]+)/.exec(line)?.[1];
        if (!url) return;
        server.url = url;
        this.#events.emit('ready');
      });
    }
    return server;
  }
}

const isPause = (fault: FaultPlan) => 'point' in fault && fault.signal === 'SIGSTOP';

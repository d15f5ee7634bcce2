/**
 * One process of a service that runs on several machines. The test can stop and restart the process to cause an outage.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const protean = fileURLToPath(new URL('../../../script/protean', import.meta.url));

export class Member {
  readonly name: string;
  /** Ids of all processes that were started. */
  readonly pids: number[] = [];
  /** Messages of processes that exited unexpectedly. */
  readonly unexpectedEnds: string[] = [];
  /** Log lines with the error code `internal_error`. */
  readonly internalErrors: string[] = [];
  /** The URL on which the process listens. */
  url = '';
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  #ending = false;

  constructor(name: string, env: Record<string, string>) {
    this.name = name;
    this.#env = env;
  }

  /** Starts the process and resolves when it accepts requests. */
  async start(): Promise<void> {
    this.#ending = false;
    // setpriv makes the kernel kill the server process when the test process exits.
    const child = spawn('/usr/bin/setpriv', ['--pdeathsig', 'KILL', protean, 'serve'], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.pids.push(child.pid ?? 0);
    const log: string[] = [];
    const ready = Promise.withResolvers<void>();
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        log.push(line);
        if (line.includes('"internal_error"')) this.internalErrors.push(line);
        const url = /ready at (http:[^"\s]+)/.exec(line)?.[1];
        if (!url) return;
        this.url = url;
        ready.resolve();
      });
    child.once('exit', (status, signal) => {
      const said = `${this.name} ended with ${status ?? signal}:\n${log.slice(-20).join('\n')}`;
      ready.reject(new Error(said));
      if (!this.#ending) this.unexpectedEnds.push(said);
    });
    await ready.promise;
  }

  /** Id of the running process, or of the last one if none is running. */
  get pid(): number {
    return this.pids.at(-1) ?? 0;
  }

  get dataDir(): string {
    return this.#env['DATA_DIR'] ?? '';
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }

  /** Stops the process and waits until it has exited. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.#ending = true;
    const gone = once(child, 'exit');
    child.kill(signal);
    const [status, by] = (await gone) as [number | null, string | null];
    if (status !== 0 && by !== 'SIGKILL') this.unexpectedEnds.push(`${this.name} ended with ${status ?? by}`);
  }
}

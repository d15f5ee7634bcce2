/**
 * A pool of sandboxes of one kind. The pool starts some sandboxes in advance. After a job, a sandbox is retained for
 * further jobs of the same owner.
 */
import { idleTimeoutMs, type ReadyEngines } from '@protean/engines/warm/warm-engine-spec.ts';
import { accountOfOwner } from './owner.ts';
import type { SandboxProcess } from './sandbox-process.ts';

/** A sandbox and its folder. */
export interface SandboxHandle {
  process: SandboxProcess;
  dir: string;
}

interface RetainedHandle extends SandboxHandle {
  owner: string;
  /** Resolves to true if the files of the last job were removed, otherwise to false. */
  cleared: Promise<boolean>;
  idleTimer: NodeJS.Timeout;
}

interface PoolOptions {
  open(): Promise<SandboxHandle>;
  remove(dir: string): Promise<void>;
  ready: ReadyEngines;
  /** Maximum number of sandboxes retained for owners. */
  maxRetained: number;
  maxJobs: number;
}

export interface PoolState {
  ready: number;
  kept: number;
  busy: number;
  /**
   * `built` is the number of sandboxes built since the start. `failed` is the number of built sandboxes that never
   * became ready.
   */
  built: number;
  failed: number;
}

/**
 * Delay in milliseconds before the pool starts another sandbox for a burst of jobs. The pool starts sandboxes for a
 * burst only while no job runs.
 */
const quietMs = 200;

export class Pool {
  readonly #options: PoolOptions;
  readonly #ready: Promise<SandboxHandle>[] = [];
  readonly #retained: RetainedHandle[] = [];
  readonly #destroying = new Set<Promise<void>>();
  /** Number of sandboxes to keep ready. */
  #readyTarget: number;
  /** Timer that reduces the number of sandboxes to keep ready, if no sandbox was requested for a long time. */
  #restTimer: NodeJS.Timeout | undefined;
  #quietTimer: NodeJS.Timeout | undefined;
  #busy = 0;
  #built = 0;
  #failed = 0;
  #closed = false;

  constructor(parts: PoolOptions) {
    this.#options = parts;
    this.#readyTarget = parts.ready.atRest;
  }

  get state(): PoolState {
    return {
      ready: this.#ready.length,
      kept: this.#retained.length,
      busy: this.#busy,
      built: this.#built,
      failed: this.#failed,
    };
  }

  /**
   * Returns the sandbox retained for `owner`, or a fresh sandbox. If a fresh sandbox cannot be built, throws the error
   * of the build.
   */
  async acquire(owner: string | undefined): Promise<SandboxHandle> {
    // If too many used sandboxes are still being destroyed, waits until enough of them are gone. Without waiting, used
    // sandboxes could accumulate, because building a sandbox may be faster than destroying one.
    this.#expectMoreOf(owner);
    while (this.#destroying.size > 2 * this.#readyTarget + 2) await Promise.race(this.#destroying);
    const handle = (await this.#takeRetained(owner)) ?? (await this.#takeFresh());
    this.#busy += 1;
    return handle;
  }

  /**
   * Returns the sandbox to the pool without waiting. The pool retains the sandbox for its owner if possible, and
   * destroys it otherwise.
   */
  release(handle: SandboxHandle, owner: string | undefined): void {
    this.#busy -= 1;
    if (owner !== undefined && this.#mayRetain(handle.process)) this.#retain(handle, owner);
    else void this.#destroy(handle);
    this.fill();
  }

  /** Destroys a sandbox after an error. Resolves when all processes of the sandbox have exited. */
  async discard(handle: SandboxHandle): Promise<void> {
    this.#busy -= 1;
    const gone = this.#destroy(handle);
    this.fill();
    await gone;
  }

  /** Sets the number of ready sandboxes and destroys excess sandboxes. {@link fill} starts missing sandboxes. */
  keepReady(ready: number): void {
    this.#readyTarget = ready;
    for (const handle of this.#ready.splice(ready))
      void handle.then((open) => this.#destroy(open)).catch(() => {});
  }

  /**
   * Starts missing sandboxes. Called after a job, so that the start of sandboxes does not delay the job. Starts
   * sandboxes immediately until `inUse` sandboxes are ready. Further sandboxes are needed only for a burst of jobs, so
   * they start later, when no job runs.
   */
  fill(): void {
    const atOnce = Math.min(this.#readyTarget, this.#options.ready.inUse);
    while (!this.#closed && this.#ready.length < atOnce) void this.#addReady();
    this.#fillWhenQuiet();
  }

  /** Starts sandboxes one after the other, as long as no job is running or arriving. */
  #fillWhenQuiet(): void {
    clearTimeout(this.#quietTimer);
    if (this.#closed || this.#ready.length >= this.#readyTarget) return;
    this.#quietTimer = setTimeout(() => {
      if (this.#busy === 0) void this.#addReady().finally(() => this.#fillWhenQuiet());
    }, quietMs).unref();
  }

  /** Resolves when the sandbox is ready or has failed. */
  async #addReady(): Promise<void> {
    const handle = this.#open();
    this.#ready.push(handle);
    // Ignores the error of a sandbox that failed to start. A caller that takes a failed sandbox builds another sandbox.
    await handle.catch(() => {});
  }

  /** Increases the number of ready sandboxes while sandboxes of this pool are in use. */
  #expectMoreOf(owner: string | undefined): void {
    const { atRest, inUse, inBurst } = this.#options.ready;
    clearTimeout(this.#quietTimer);
    if (inBurst === atRest) return;
    this.#readyTarget = Math.max(this.#readyTarget, owner === undefined ? inBurst : inUse);
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.keepReady(atRest), idleTimeoutMs).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#quietTimer);
    clearTimeout(this.#restTimer);
    for (const handle of this.#ready.splice(0))
      await handle.then((open) => this.#destroy(open)).catch(() => {});
    while (this.#retained.length > 0) void this.#destroy(this.#removeRetained(0));
    await Promise.all(this.#destroying);
  }

  async #takeRetained(owner: string | undefined): Promise<SandboxHandle | undefined> {
    for (;;) {
      const at =
        owner === undefined ? -1 : this.#retained.findLastIndex((retained) => retained.owner === owner);
      if (at < 0) return undefined;
      const handle = this.#removeRetained(at);
      if ((await handle.cleared) && handle.process.isIdle) return handle;
      void this.#destroy(handle);
    }
  }

  async #takeFresh(): Promise<SandboxHandle> {
    for (let next = this.#ready.shift(); next; next = this.#ready.shift()) {
      const handle = await next.catch(() => undefined);
      if (handle?.process.isIdle) return handle;
      if (handle) void this.#destroy(handle);
    }
    return this.#open();
  }

  async #open(): Promise<SandboxHandle> {
    this.#built += 1;
    try {
      return await this.#options.open();
    } catch (error) {
      this.#failed += 1;
      throw error;
    }
  }

  #mayRetain(process: SandboxProcess): boolean {
    return !this.#closed && process.isIdle && process.jobs < this.#options.maxJobs;
  }

  #retain(handle: SandboxHandle, owner: string): void {
    const idleTimer = setTimeout(() => this.#evictIdle(retained), idleTimeoutMs).unref();
    const cleared = handle.process.removeFiles().then(
      () => true,
      () => false,
    );
    const retained = { ...handle, owner, idleTimer, cleared };
    this.#retained.push(retained);
    if (this.#retained.length > this.#options.maxRetained)
      void this.#destroy(this.#removeRetained(this.#evictionIndex(owner)));
  }

  /**
   * Returns the index of the sandbox to evict in favour of `owner`. Prefers the longest idle sandbox from another group
   * of the same account, so that an account with many groups cannot evict the sandboxes of other accounts. If the
   * account has no other sandbox, returns the longest idle sandbox of all.
   */
  #evictionIndex(owner: string): number {
    const account = accountOfOwner(owner);
    const sibling = this.#retained.findIndex(
      (kept) => kept.owner !== owner && accountOfOwner(kept.owner) === account,
    );
    return Math.max(0, sibling);
  }

  #evictIdle(retained: RetainedHandle): void {
    const at = this.#retained.indexOf(retained);
    if (at >= 0) void this.#destroy(this.#removeRetained(at));
  }

  #removeRetained(at: number): RetainedHandle {
    const [retained] = this.#retained.splice(at, 1);
    if (!retained) throw new Error(`no sandbox is retained at ${at}`);
    clearTimeout(retained.idleTimer);
    return retained;
  }

  /**
   * Destroys a sandbox. Resolves when all processes of the sandbox have exited. The folder of the sandbox is removed
   * later, in the background. Only {@link close} waits for the removal of folders.
   */
  #destroy({ process, dir, cleared }: SandboxHandle & Partial<RetainedHandle>): Promise<void> {
    const gone = Promise.resolve(cleared).then(() => process.destroy());
    const removal = gone
      .then(() => this.#options.remove(dir))
      .finally(() => this.#destroying.delete(removal));
    this.#destroying.add(removal);
    removal.catch(() => {});
    return gone;
  }
}

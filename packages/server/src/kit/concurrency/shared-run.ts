/** Combines calls that request the same work. All calls that are made during a run share the next run. */
export class SharedRun {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /**
   * Requests a run that starts after this call: immediately or, if a run is active, when the active run has ended.
   * Resolves when the requested run completes. Rejects with the error of the requested run.
   */
  run(): Promise<void> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#afterRunning(this.#running);
    return this.#next;
  }

  /** Resolves when no run is active. */
  async settled(): Promise<void> {
    await (this.#next ?? this.#running)?.catch(() => {});
  }

  async #afterRunning(running: Promise<void>): Promise<void> {
    await running.catch(() => {});
    this.#next = undefined;
    await this.#start();
  }

  #start(): Promise<void> {
    const running = this.#work().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}

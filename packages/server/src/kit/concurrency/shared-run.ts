/** Runs work once for all that ask for it meanwhile: calls during a run share the next one, which begins after them. */
export class SharedRun {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when the work has been done from its beginning since the call; rejects as that run of it did. */
  run(): Promise<void> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#afterRunning(this.#running);
    return this.#next;
  }

  /** Resolves when nothing runs any more. */
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

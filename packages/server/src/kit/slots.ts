/** A bounded number of turns at once, with a bounded line in front of them and no turn ever lost. */
export class SlotsFull extends Error {
  constructor() {
    super('no free slot and the line in front is full');
  }
}

export class Slots {
  readonly #size: number;
  readonly #maxWaiting: number;
  readonly #waiting: Array<() => void> = [];
  #busy = 0;

  constructor(size: number, maxWaiting: number) {
    this.#size = size;
    this.#maxWaiting = maxWaiting;
  }

  get busy(): number {
    return this.#busy;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs `work` when a slot is free. Throws {@link SlotsFull} at once when the line is full, and the
   * signal's reason when it aborts while waiting; once started, obeying the signal is up to `work`.
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#take(signal);
    try {
      return await work();
    } finally {
      this.#give();
    }
  }

  #take(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#busy < this.#size) {
      this.#busy += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#maxWaiting) return Promise.reject(new SlotsFull());
    return new Promise((resolve, reject) => {
      const turn = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(turn);
    });
  }

  // The slot passes straight to the next in line: a newcomer cannot slip in between.
  #give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy -= 1;
  }
}

/** A bounded number of turns at once, with a bounded and fair line in front of them and no turn ever lost. */

/** Why nobody more is let in: the whole line is taken, or one caller's part of it. */
export class SlotsFull extends Error {
  readonly taken: 'line' | 'share';

  constructor(taken: 'line' | 'share') {
    super(`no free slot, and the ${taken} in front is full`);
    this.taken = taken;
  }
}

export interface Turn {
  /** Leaves the line when it aborts. */
  signal?: AbortSignal;
  /** Who it is for: nobody gets more than half of the line, and those in it are served caller by caller. */
  caller?: string;
  /** Waits however full the line is. */
  patient?: boolean;
}

export class Slots {
  readonly #size: number;
  readonly #maxWaiting: number;
  /** By caller, the next one to be served first. */
  readonly #line = new Map<string, (() => void)[]>();
  #waiting = 0;
  #busy = 0;

  constructor(size: number, maxWaiting: number) {
    this.#size = size;
    this.#maxWaiting = maxWaiting;
  }

  get busy(): number {
    return this.#busy;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Throws {@link SlotsFull} where `run` would at once. */
  check(caller?: string): void {
    if (this.#busy < this.#size) return;
    if (this.#waiting >= this.#maxWaiting) throw new SlotsFull('line');
    if (caller === undefined) return;
    const mine = this.#line.get(caller)?.length ?? 0;
    if (mine >= Math.ceil(this.#maxWaiting / 2)) throw new SlotsFull('share');
  }

  /**
   * Runs `work` when a slot is free. Throws {@link SlotsFull} at once when there is no room in the line, and the
   * signal's reason when it aborts while waiting; once started, obeying the signal is up to `work`.
   */
  async run<T>(work: () => Promise<T>, { signal, caller, patient }: Turn = {}): Promise<T> {
    signal?.throwIfAborted();
    if (!patient) this.check(caller);
    if (this.#busy < this.#size) this.#busy += 1;
    else await this.#wait(caller ?? '', signal);
    try {
      return await work();
    } finally {
      this.#give();
    }
  }

  #wait(caller: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#takeOut(caller, turn);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#line.set(caller, [...(this.#line.get(caller) ?? []), turn]);
      this.#waiting += 1;
    });
  }

  #takeOut(caller: string, turn: () => void): void {
    const left = this.#line.get(caller)?.filter((other) => other !== turn) ?? [];
    if (left.length > 0) this.#line.set(caller, left);
    else this.#line.delete(caller);
    this.#waiting -= 1;
  }

  // The slot passes straight to the next in line: a newcomer cannot slip in between.
  #give(): void {
    const [next] = this.#line;
    const [caller, [turn] = []] = next ?? [];
    if (caller === undefined || !turn) {
      this.#busy -= 1;
      return;
    }
    this.#takeOut(caller, turn);
    const left = this.#line.get(caller);
    // To the end, behind everybody else who waits.
    if (left && this.#line.delete(caller)) this.#line.set(caller, left);
    turn();
  }
}

/** Measures time in a sandbox without the time in which the sandbox waits because other programs use the processors. */
import { readFileSync } from 'node:fs';

/** Returns the waiting time of the current job in milliseconds, as far as the server has measured it. */
function waitedMs(): number {
  // eslint-disable-next-line no-restricted-syntax -- the path depends on the isolation level of the sandbox
  const file = process.env['WAITED_FILE'];
  if (file === undefined) return 0;
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    // The server writes the file with the waiting time only for jobs that wait.
    return 0;
  }
}

export class CountedTime {
  readonly #began = performance.now();
  readonly #waitedBefore = waitedMs();

  /** Milliseconds since the start without waiting time. */
  get ms(): number {
    return performance.now() - this.#began - (waitedMs() - this.#waitedBefore);
  }
}

/** Calls `onLate` when `limitMs` of counted time have passed. Returns a function that cancels the call. */
export function atCountedTime(limitMs: number, onLate: () => void): () => void {
  const time = new CountedTime();
  let timer: NodeJS.Timeout;
  const wait = (leftMs: number) => {
    timer = setTimeout(() => {
      const rest = limitMs - time.ms;
      if (rest > 0) wait(rest);
      else onLate();
    }, leftMs);
  };
  wait(limitMs);
  return () => clearTimeout(timer);
}

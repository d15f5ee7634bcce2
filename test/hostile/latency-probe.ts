/**
 * Measures how fast the server responds to ordinary requests during a hostile run. A separate process sends the
 * requests that are measured, so that the test itself does not slow them down.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { maxProbeMs, percentile } from './score.ts';

type ProbeMessage = { name: string; ms: number; status: number } | { holds: true };

export class LatencyProbe {
  readonly #child: ChildProcess;
  readonly #answers: { name: string; ms: number; status: number }[] = [];
  #onHold: () => void = () => {};

  constructor(url: string) {
    this.#child = fork(fileURLToPath(new URL('latency-probe-process.ts', import.meta.url)), [url]);
    this.#child.on('message', (message: ProbeMessage) => {
      if ('name' in message) this.#answers.push(message);
      else this.#onHold();
    });
  }

  go(): void {
    this.#child.send('go');
  }

  /**
   * Pauses the conversions of the probe. Resolves when the last conversion has finished, so that files and processes of
   * the probe do not count as leftovers of an attempt.
   */
  hold(): Promise<void> {
    return new Promise((resolve) => {
      this.#onHold = resolve;
      this.#child.send('hold');
    });
  }

  /**
   * Stops the probe and returns the measurements. The probe passes if the 99th percentile of the latency is below
   * `maxProbeMs`. The measurements include only requests for the list of formats.
   */
  async end(): Promise<{ lines: string[]; passed: boolean }> {
    this.#child.disconnect();
    await once(this.#child, 'exit');
    const times = (name: string) => this.#answers.filter((one) => one.name === name).map(({ ms }) => ms);
    const lines = ['list', 'convert'].map((name) => {
      const [some, failed] = [
        times(name),
        this.#answers.filter((one) => one.name === name && one.status !== 200),
      ];
      return `latency of ${name}: ${some.length} requests, p50 ${percentile(some, 0.5)} ms, p99 ${percentile(some, 0.99)} ms, ${failed.length} failed`;
    });
    return { lines, passed: percentile(times('list'), 0.99) < maxProbeMs };
  }
}

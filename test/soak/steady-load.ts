/**
 * Sends requests from one account at a steady rate, without waiting for earlier responses. Every tenth request submits
 * a job. The requests that submit no job convert a file and get the result in the response.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { callUntilAnswered, type CallRecord } from '../chaos/several/callers.ts';
import type { SubmittedJob } from '../chaos/campaign.ts';
import { submit, type Addressed, type ChaosCustomer } from '../chaos/customers.ts';
import type { SeededRandom } from '../chaos/seeded-random.ts';
import { jobTask } from '../chaos/tasks.ts';

const jobEvery = 10;
/**
 * Number of different tasks. Each file contains the index of its task, so a test can check the result. In an SVG file,
 * the width of the image is the index of the task.
 */
const distinctTasks = 500;

export class SteadyLoad {
  readonly jobs: SubmittedJob[] = [];
  /** The results and durations of the conversions that are not jobs. */
  readonly records: CallRecord[] = [];
  readonly #group: Addressed;
  readonly #customer: ChaosCustomer;
  readonly #random: SeededRandom;
  readonly #failures: string[] = [];
  #sent = 0;

  constructor(group: Addressed, customer: ChaosCustomer, random: SeededRandom) {
    this.#group = group;
    this.#customer = customer;
    this.#random = random;
  }

  get sent(): number {
    return this.#sent;
  }

  /**
   * Measures how many requests per second the service answers. Each of the `callers` callers sends one request at a
   * time.
   */
  async capacity(callers: number, ms: number): Promise<number> {
    const [began, first] = [performance.now(), this.#sent];
    const callOn = async () => {
      while (performance.now() - began < ms) await this.#send();
    };
    await Promise.all(Array.from({ length: callers }, callOn));
    return ((this.#sent - first) * 1_000) / (performance.now() - began);
  }

  /** Sends `perSecond` requests per second for `ms` milliseconds. Resolves when all requests are answered. */
  async run(perSecond: number, ms: number): Promise<void> {
    const began = performance.now();
    const waiting: Promise<void>[] = [];
    for (let n = 0; performance.now() - began < ms; n += 1) {
      await pause(Math.max(0, began + (n * 1_000) / perSecond - performance.now()));
      waiting.push(this.#send());
    }
    await Promise.all(waiting);
  }

  /** Descriptions of the requests that got a wrong response or no response. */
  get wrong(): string[] {
    const wrong = this.records.flatMap(({ call: { key, task }, final: { status, body, error } }) => {
      const isRight = task.isRight ? status === 200 && task.isRight(body) : status === 400;
      return isRight ? [] : [`${key} (${task.target}) was answered ${status}: ${error.message}`];
    });
    return [...this.#failures, ...wrong];
  }

  async #send(): Promise<void> {
    const n = (this.#sent += 1);
    const task = jobTask(1 + (n % distinctTasks), this.#random);
    try {
      if (n % jobEvery !== 0) {
        const call = { key: `call-${n}`, task };
        this.records.push(await callUntilAnswered(await this.#group.address(), this.#customer.key, call));
        return;
      }
      const id = await submit(this.#group, this.#customer, { task, key: `job-${n}` });
      this.jobs.push({ id, customer: this.#customer, task, webhookPath: undefined, cancelled: false });
    } catch (error) {
      this.#failures.push(`request ${n}: ${String(error)}`);
    }
  }
}

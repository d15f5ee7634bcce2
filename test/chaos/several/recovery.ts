/**
 * Checks after an outage that a service on several machines works again: every api process converts a file, and a job
 * is completed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { jobOf, submit, usedBy, type ChaosCustomer } from '../customers.ts';
import type { SubmittedJob } from '../campaign.ts';
import type { JobTask } from '../tasks.ts';
import { callUntilAnswered } from './callers.ts';
import type { Cluster } from './cluster.ts';

/** Delay between two polls of a job, in milliseconds. */
const lookEveryMs = 50;

export class Recovery {
  /** The jobs that `wait` has submitted. */
  readonly jobs: SubmittedJob[] = [];
  readonly #cluster: Cluster;
  readonly #customer: ChaosCustomer;
  #conversions = 0;

  constructor(cluster: Cluster, customer: ChaosCustomer) {
    this.#cluster = cluster;
    this.#customer = customer;
  }

  /**
   * Waits until every api process has converted a file and a job is completed. Resolves with the waiting time in
   * milliseconds.
   */
  async wait(): Promise<number> {
    const began = performance.now();
    await Promise.all([...this.#cluster.apis.map(({ url }) => this.#convert(url)), this.#runJob()]);
    return performance.now() - began;
  }

  async wrongCharges(): Promise<string[]> {
    const used = await usedBy(this.#cluster, this.#customer);
    const converted = this.#conversions + this.jobs.length;
    return used === converted ? [] : [`the prober has converted ${converted}, and its usage is ${used}`];
  }

  async #convert(url: string): Promise<void> {
    this.#conversions += 1;
    const key = `probe-${this.#conversions}`;
    const { final } = await callUntilAnswered(url, this.#customer.key, { key, task: probe() });
    if (final.status !== 200) throw new Error(`a probe was answered ${final.status}: ${final.error.message}`);
  }

  async #runJob(): Promise<void> {
    const task = probe();
    const key = `probe-job-${this.jobs.length + 1}`;
    const id = await submit(this.#cluster, this.#customer, { task, key });
    this.jobs.push({ id, customer: this.#customer, task, webhookPath: undefined, cancelled: false });
    while ((await jobOf(this.#cluster, this.#customer, id)).status !== 'completed') await pause(lookEveryMs);
  }
}

const probe = (): JobTask => ({
  file: new File(['{"is":"well"}'], 'probe.json'),
  target: 'yaml',
  isRight: (result) => result.toString() === 'is: well\n',
});

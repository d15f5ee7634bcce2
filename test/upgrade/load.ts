/** Sends small conversions and jobs to servers while the servers start and stop. Records unexpected responses. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckoutServer } from '../support/server/checkout-server.ts';
import { answerOf, callWithKey } from '../support/server/service.ts';

const callers = 4;
/** If `jobEvery` is N, every Nth request submits a job, and all other requests are synchronous conversions. */
const jobEvery = 5;

/** Runs several callers at the same time. The requests of the callers go to the `servers` in turn. */
export class Load {
  readonly key: string;
  readonly jobs: string[] = [];
  readonly faults: string[] = [];
  servers: readonly CheckoutServer[] = [];
  converted = 0;
  #sent = 0;
  #running = true;
  readonly #callers: Promise<void[]>;

  constructor(key: string) {
    this.key = key;
    this.#callers = Promise.all(Array.from({ length: callers }, () => this.#call()));
  }

  async end(): Promise<void> {
    this.#running = false;
    await this.#callers;
  }

  /** Waits until all jobs have ended. Returns a description of each job that did not complete. */
  async unfinishedJobs({ url }: CheckoutServer): Promise<string[]> {
    const found: string[] = [];
    for (const id of this.jobs) {
      const { body } = await callWithKey(`${url}/v1/jobs/${id}?wait=30`, this.key);
      if ((JSON.parse(body.toString()) as { status: string }).status !== 'completed')
        found.push(`job ${id}: ${body.toString().slice(0, 300)}`);
    }
    return found;
  }

  async #call(): Promise<void> {
    while (this.#running) {
      const n = (this.#sent += 1);
      const server = this.servers[n % this.servers.length];
      if (server) await this.#send(server, n % jobEvery === 0);
      else await pause(20);
    }
  }

  async #send({ url }: CheckoutServer, isJob: boolean): Promise<void> {
    const body = new FormData();
    body.append('file', new File(['{"a":1}'], 'a.json'));
    body.append('target', 'yaml');
    const headers = { Authorization: `Bearer ${this.key}` };
    try {
      const sent = await fetch(url + (isJob ? '/v1/jobs' : '/v1/convert'), { method: 'POST', body, headers });
      const answer = await answerOf(sent);
      if (answer.status !== (isJob ? 202 : 200))
        this.faults.push(`${answer.status}: ${answer.error.message}`);
      else if (isJob) this.jobs.push((JSON.parse(answer.body.toString()) as { job_id: string }).job_id);
      else this.converted += 1;
    } catch (error) {
      this.faults.push(String(error instanceof Error && error.cause ? error.cause : error));
    }
  }
}

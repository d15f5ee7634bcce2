/** Converts files continuously for two accounts: one with a large quota, and one with a small monthly limit. */
import type { Registry } from '../../support/storage/registry.ts';
import { newCustomer, usedBy, type ChaosCustomer } from '../customers.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { jobTask } from '../tasks.ts';
import { callUntilAnswered, longestAnswerMs, type CallRecord } from './callers.ts';
import type { Cluster } from './cluster.ts';

/** Number of callers with the large quota. Each caller converts one file at a time. */
const callers = 1;
/**
 * Monthly limit of the limited account (`limit`). The caller of the limited account stops after `triesBeyond` requests
 * have been refused because of the monthly limit.
 */
const limit = 40;
const triesBeyond = 10;

export interface TrafficSummary {
  calls: number;
  /** Number of calls that needed more than one attempt. */
  repeated: number;
  /**
   * The highest number of attempts that a call needed (`attempts`), and the outcomes of the earlier attempts of that
   * call (`before`).
   */
  attempts: number;
  before: readonly string[];
  longestMs: number;
}

export class Traffic {
  readonly records: CallRecord[] = [];
  readonly #cluster: Cluster;
  readonly #random: SeededRandom;
  readonly #rich: ChaosCustomer;
  readonly #limited: ChaosCustomer;
  readonly #loops: Promise<unknown>[];
  readonly #ofLimited: CallRecord[] = [];
  #running = true;
  #calls = 0;

  private constructor(
    cluster: Cluster,
    random: SeededRandom,
    [rich, limited]: readonly [ChaosCustomer, ChaosCustomer],
  ) {
    this.#cluster = cluster;
    this.#random = random;
    this.#rich = rich;
    this.#limited = limited;
    this.#loops = [...Array.from({ length: callers }, () => this.#convertOn()), this.#convertLimited()];
  }

  static async start(cluster: Cluster, registry: Registry, random: SeededRandom): Promise<Traffic> {
    const rich = await newCustomer(registry, cluster, 'rich');
    const limited = await newCustomer(registry, cluster, 'limited');
    const update = registry.database.query
      .updateTable('accounts')
      .set({ plan: 'free', monthly_conversions: limit });
    await update.where('id', '=', limited.id).execute();
    return new Traffic(cluster, random, [rich, limited]);
  }

  /** Summarizes the calls that ended after `began`. */
  since(began: number): TrafficSummary {
    const records = this.records.filter(({ endedAt }) => endedAt >= began);
    const [worst] = records.toSorted((a, b) => b.attempts - a.attempts);
    return {
      calls: records.length,
      repeated: records.filter(({ attempts }) => attempts > 1).length,
      attempts: worst?.attempts ?? 0,
      before: worst?.before ?? [],
      longestMs: Math.max(0, ...records.map((record) => record.longestMs)),
    };
  }

  /** Stops the traffic. When all calls have ended, resolves with a sentence for each wrong response. */
  async end(): Promise<string[]> {
    this.#running = false;
    await Promise.all(this.#loops);
    return [...this.records, ...this.#ofLimited].flatMap((record) => {
      const fault = faultOf(record);
      return fault ? [`${record.call.key} (${record.call.task.target}) ${fault}`] : [];
    });
  }

  /**
   * Checks that each successful conversion is charged once, and that the limited account gets exactly as many
   * conversions as its limit allows.
   */
  async wrongCharges(): Promise<string[]> {
    const charged = async (customer: ChaosCustomer, records: readonly CallRecord[]) => {
      const converted = records.filter(({ final }) => final.status === 200).length;
      const used = await usedBy(this.#cluster, customer);
      return { converted, used };
    };
    const rich = await charged(this.#rich, this.records);
    const limited = await charged(this.#limited, this.#ofLimited);
    return [
      ...(rich.used === rich.converted ? [] : [`${rich.converted} were converted, ${rich.used} charged`]),
      ...(limited.used === limit && limited.converted === limit
        ? []
        : [`${limited.converted} of ${limit} were converted, ${limited.used} charged`]),
    ];
  }

  async #convertOn(): Promise<void> {
    while (this.#running) this.records.push(await this.#call(this.#rich));
  }

  async #convertLimited(): Promise<void> {
    for (let tries = 0; tries < triesBeyond;) {
      const record = await this.#call(this.#limited);
      this.#ofLimited.push(record);
      if (record.final.status === 429) tries += 1;
    }
  }

  async #call({ key }: ChaosCustomer): Promise<CallRecord> {
    this.#calls += 1;
    const call = { key: `call-${this.#calls}`, task: jobTask(this.#calls, this.#random) };
    return callUntilAnswered(await this.#cluster.address(), key, call);
  }
}

function faultOf({ call: { task }, final, longestMs }: CallRecord): string | undefined {
  if (longestMs > longestAnswerMs) return `was answered after ${Math.round(longestMs)} ms`;
  const { status, error, body } = final;
  if (status === 429) return error.code === 'quota_exceeded' ? undefined : `was answered ${error.code}`;
  if (!task.isRight)
    return error.details?.['reason'] === 'truncated' ? undefined : 'should have been refused';
  if (status !== 200) return `was answered ${status}: ${error.message}`;
  return task.isRight(body) ? undefined : 'has a wrong result';
}

/**
 * Model-based tests of idempotency keys with fast-check. The model describes the expected state. Each command acts on
 * the service and on the model, and then compares the service with the model.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceError } from '../../../packages/server/src/errors.ts';
import {
  isCompleted,
  keptMs,
  responseFor,
  type OpenRecord,
} from '../../../packages/server/src/limits/idempotency.ts';
import { renewEveryMs } from '../../../packages/server/src/leases/lease.ts';
import { ProcessPause, type LimitsProcess, type TestClock } from '../server/limits-process.ts';

/** The use of a key by one request. */
interface KeyUse {
  /** Index of the process that handles the request. */
  process: number;
  /**
   * In the state `held`, the request is in progress. In the state `expired`, the lease of the process has expired, but
   * no other process has taken the key yet. In the state `lost`, the request no longer holds the key, so its response
   * cannot be stored. In the state `answered`, the response is stored.
   */
  state: 'held' | 'expired' | 'lost' | 'answered';
  fingerprint?: string;
  since?: number;
}

export interface IdempotencyModel {
  /** The last use of each key. */
  keys: Map<string, KeyUse>;
  uses: KeyUse[];
}

export interface IdempotencySystem {
  processes: readonly LimitsProcess[];
  clock: TestClock;
  account: string;
  records: OpenRecord[];
}

type IdempotencyCommand = fc.AsyncCommand<IdempotencyModel, IdempotencySystem>;

/** Calls `work`. Resolves with `done`, or with the status of the error if the service rejects the call. */
async function statusOf(work: () => unknown): Promise<number | 'done'> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof ServiceError) return error.status;
    throw error;
  }
}

/** Marks the expired uses of a process as lost. Called when the process notices that its lease has expired. */
function loseExpired({ uses }: IdempotencyModel, process: number): void {
  for (const use of uses) if (use.process === process && use.state === 'expired') use.state = 'lost';
}

class BeginKey implements IdempotencyCommand {
  readonly process: number;
  readonly key: string;
  readonly fingerprint: string;

  constructor(process: number, key: string, fingerprint: string) {
    this.process = process;
    this.key = key;
    this.fingerprint = fingerprint;
  }

  check = () => true;

  async run(
    model: IdempotencyModel,
    { processes, clock, account, records }: IdempotencySystem,
  ): Promise<void> {
    const { process, key, fingerprint } = this;
    const { idempotency } = processes[process] ?? assert.fail();
    loseExpired(model, process);
    const last = model.keys.get(key);
    const place = { accountId: account, endpoint: '/v1/convert', key };
    if (last?.state === 'held') {
      assert.equal(await statusOf(() => idempotency.begin(place)), 409, 'in flight');
      return;
    }
    const begun = await idempotency.begin(place);
    if (last?.state === 'answered' && (last.since ?? 0) + keptMs > clock.time) {
      assert.ok(isCompleted(begun), 'answered before');
      const same = last.fingerprint === fingerprint;
      assert.equal(await statusOf(() => responseFor(begun, fingerprint)), same ? 'done' : 422);
      assert.equal(begun.response.body, last.fingerprint);
      return;
    }
    assert.ok(!isCompleted(begun), 'free');
    if (last?.state === 'expired') last.state = 'lost';
    const use: KeyUse = { process, state: 'held', since: clock.time };
    model.keys.set(key, use);
    model.uses.push(use);
    records.push(begun);
  }

  toString = () => `process ${this.process} begins ${this.key}`;
}

class EndKey implements IdempotencyCommand {
  readonly how: 'settle' | 'release';
  readonly nth: number;
  readonly fingerprint: string;

  constructor(how: 'settle' | 'release', nth: number, fingerprint: string) {
    this.how = how;
    this.nth = nth;
    this.fingerprint = fingerprint;
  }

  check = ({ uses }: Readonly<IdempotencyModel>) => uses.length > 0;

  async run({ uses }: IdempotencyModel, { records }: IdempotencySystem): Promise<void> {
    const n = this.nth % uses.length;
    const [use, record] = [uses[n] ?? assert.fail(), records[n] ?? assert.fail()];
    if (this.how === 'release') {
      await record.release();
      if (use.state !== 'answered') use.state = 'lost';
      return;
    }
    if (use.state === 'answered') return;
    const { fingerprint } = this;
    const response = { status: 200, headers: {}, body: fingerprint };
    const status = await statusOf(() => record.settle(fingerprint, response));
    assert.equal(status, use.state === 'lost' ? 409 : 'done');
    if (status === 'done') Object.assign(use, { state: 'answered', fingerprint });
  }

  toString = () => `${this.how} ${this.nth}`;
}

class PauseProcess extends ProcessPause implements IdempotencyCommand {
  async run(model: IdempotencyModel, { clock, processes }: IdempotencySystem): Promise<void> {
    for (let step = 0; step < (this.paused === undefined ? 1 : 4); step += 1) {
      clock.time += renewEveryMs;
      for (const [n, { renew }] of processes.entries()) {
        if (n === this.paused) continue;
        await renew();
        loseExpired(model, n);
      }
    }
    for (const use of model.uses)
      if (use.process === this.paused && use.state === 'held') use.state = 'expired';
    if (this.paused === undefined || !this.notices) return;
    await processes[this.paused]?.renew();
    loseExpired(model, this.paused);
  }
}

/**
 * Advances the clock by 30 seconds less than a day. All leases expire. After the advance, each process deletes the
 * responses that are at least a day old, and keeps all responses that are up to 30 seconds younger than a day.
 */
class NearlyOneDay implements IdempotencyCommand {
  check = () => true;

  async run(model: IdempotencyModel, { clock, processes }: IdempotencySystem): Promise<void> {
    clock.time += keptMs - 30_000;
    for (const [n, { renew, sweep }] of processes.entries()) {
      await renew();
      await sweep();
      for (const use of model.uses) if (use.process === n && use.state !== 'answered') use.state = 'lost';
    }
  }

  toString = () => 'nearly a day passes';
}

const process = fc.nat(1);
const fingerprint = fc.constantFrom('x', 'y');

export const idempotencyCommands = [
  fc
    .tuple(process, fc.constantFrom('a', 'b'), fingerprint)
    .map(([one, key, print]) => new BeginKey(one, key, print)),
  fc
    .tuple(fc.constantFrom('settle' as const, 'settle' as const, 'release' as const), fc.nat(9), fingerprint)
    .map(([how, nth, print]) => new EndKey(how, nth, print)),
  fc
    .tuple(fc.option(process, { nil: undefined }), fc.boolean())
    .map(([one, sees]) => new PauseProcess(one, sees)),
  fc.constant(new NearlyOneDay()),
];

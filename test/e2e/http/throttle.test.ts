/**
 * Tests that the rate limit is exact in each database and in Redis, for any order of requests and with several
 * concurrent processes (contract §9.2).
 */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { randomId } from '../../../packages/server/src/kit/ids.ts';
import { processPairFixture } from '../../support/fixtures.ts';
import { databaseKinds } from '../../support/storage/databases.ts';
import { TestClock, type LimitsProcess } from '../../support/server/limits-process.ts';
import type { ThrottleRace, ThrottleRaceOutcome } from '../../support/server/throttle-racer.ts';

const racer = fileURLToPath(new URL('../../support/server/throttle-racer.ts', import.meta.url));
const minute = 60_000;

for (const kind of [...databaseKinds, 'redis'] as const)
  describe(kind, { concurrency: false }, () => declare(kind));

function declare(kind: (typeof databaseKinds)[number] | 'redis'): void {
  const clock = new TestClock(1_800_000_000_000);
  const here = processPairFixture(kind, clock);

  const one = (process = 0) => here.processes[process]?.throttle ?? assert.fail();

  test('admits requests up to the rate limit, and rejects further requests until the window ends (contract §9.2)', async () => {
    clock.time = 1_800_000_000_500;
    const first = [];
    for (let n = 0; n < 5; n += 1) first.push(await one().take('a', 5));
    assert.deepEqual(
      first.map(({ allowed, remaining }) => [allowed, remaining]),
      [4, 3, 2, 1, 0].map((remaining) => [true, remaining]),
    );
    clock.time += 20_000;
    const refused = { allowed: false, limit: 5, remaining: 0, reset: 1_800_000_061, retryAfter: 40 };
    assert.deepEqual(await one().take('a', 5), refused);
    assert.deepEqual(await one(1).look('a', 5), refused, 'another process sees the same');
    assert.equal((await one().take('b', 5)).allowed, true, 'another caller has its own window');
    clock.time += 39_999;
    assert.equal((await one().take('a', 5)).retryAfter, 1);
    clock.time += 1;
    assert.equal((await one().take('a', 5)).remaining, 4);
  });

  test('counts invalid requests towards a rate limit of 2 only after the first 20 invalid requests', async () => {
    clock.time += 10 * minute;
    const refuseOne = async (process: number) => one(process).refuse('r', await one(process).take('r', 2));
    for (let n = 0; n < 20; n += 1) assert.equal((await refuseOne(n % 2)).remaining, 2, String(n));
    assert.deepEqual([(await refuseOne(0)).remaining, (await refuseOne(1)).remaining], [1, 0]);
    assert.equal((await one().take('r', 2)).allowed, false);
  });

  test('a refusal that is recorded after the end of its rate limit window does not change the next window', async () => {
    clock.time += 10 * minute;
    const counted = await one().take('late', 2);
    clock.time += minute;
    assert.equal((await one(1).take('late', 2)).remaining, 1);
    assert.deepEqual(await one().refuse('late', counted), counted);
    assert.equal((await one().look('late', 2)).remaining, 1);
  });

  // The test is skipped for Redis, because Redis removes expired keys itself.
  if (kind !== 'redis')
    test('deletes the database rows of past rate limit windows, but not of current windows', async () => {
      await one().take('old', 1);
      clock.time += minute;
      await one().take('new', 1);
      await here.one.sweep();
      const rows = await here.one.db.query.selectFrom('throttle_windows').select('caller').execute();
      assert.deepEqual(
        rows.map(({ caller }) => caller),
        ['new'],
      );
    });

  test('two processes that share a rate limit count any sequence of requests like a reference implementation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (steps) => {
        clock.time += 10 * minute;
        // `run` makes the callers' names unique, so that each run begins without counted requests.
        const real = { processes: here.processes, clock, run: randomId() };
        await fc.asyncModelRun(() => ({ model: { windows: new Map() }, real }), steps);
      }),
      { numRuns: 50 },
    );
  });

  test('4 concurrent processes together admit exactly as many requests as the rate limit allows, even at the end of a window', async () => {
    const racers = Array.from({ length: 4 }, () => fork(racer, [JSON.stringify(here.env)]));
    try {
      await Promise.all(racers.map((child) => once(child, 'message')));
      for (let round = 0; round < 50; round += 1) await race(racers, `round ${round}`, 3 + (round % 8));
    } finally {
      for (const child of racers) child.disconnect();
    }
  });
}

/** Runs all processes at the same time. Each process sends more requests than the rate limit admits. */
async function race(racers: readonly ChildProcess[], caller: string, limit: number): Promise<void> {
  const begins = 1_900_000_000_000;
  const heat = (now: (racer: number) => number) =>
    Promise.all(racers.map((child, n) => run(child, { caller, limit, now: now(n), requests: limit + 2 })));
  const admitted = (outcomes: ThrottleRaceOutcome[][]) => outcomes.flat().filter(({ allowed }) => allowed);

  assert.equal(admitted(await heat(() => begins)).length, limit, 'in a new window');
  assert.equal(admitted(await heat(() => begins + minute - 1)).length, 0, 'a millisecond before it ends');
  // The clocks of half of the processes are just before the end of the window, and the clocks of the other processes
  // are at the end of the window.
  const over = admitted(await heat((n) => begins + minute - (n % 2)));
  assert.equal(over.length, limit, 'across the edge');
  assert.deepEqual([...new Set(over.map(({ reset }) => reset))], [(begins + 2 * minute) / 1000]);
}

async function run(child: ChildProcess, heat: ThrottleRace): Promise<ThrottleRaceOutcome[]> {
  const answer = once(child, 'message');
  child.send(heat);
  const [outcomes] = (await answer) as [ThrottleRaceOutcome[]];
  return outcomes;
}

interface ThrottleModel {
  windows: Map<string, { used: number; ends: number }>;
}

interface ThrottleSystem {
  processes: readonly LimitsProcess[];
  clock: TestClock;
  run: string;
}

type ThrottleCommand = fc.AsyncCommand<ThrottleModel, ThrottleSystem>;

/**
 * Returns the caller's current rate limit window. If the window has ended, returns a new window without counted
 * requests.
 */
function windowOf({ windows }: ThrottleModel, caller: string, now: number): { used: number; ends: number } {
  const window = windows.get(caller);
  return window && window.ends > now ? window : { used: 0, ends: now + minute };
}

class ThrottleRequest implements ThrottleCommand {
  readonly name: 'take' | 'look';
  readonly process: number;
  readonly caller: string;
  readonly limit: number;

  constructor(name: 'take' | 'look', process: number, caller: string, limit: number) {
    this.name = name;
    this.process = process;
    this.caller = caller;
    this.limit = limit;
  }

  check = () => true;

  async run(model: ThrottleModel, { processes, clock, run }: ThrottleSystem): Promise<void> {
    const { caller, limit, name } = this;
    const window = windowOf(model, caller, clock.time);
    const allowed = window.used < limit;
    if (name === 'take' && allowed) model.windows.set(caller, { ...window, used: window.used + 1 });
    const used = name === 'take' && allowed ? window.used + 1 : window.used;
    const verdict = await processes[this.process]?.throttle[name](`${run} ${caller}`, limit);
    assert.deepEqual(verdict, {
      allowed,
      limit,
      remaining: Math.max(0, limit - used),
      reset: Math.ceil(window.ends / 1000),
      retryAfter: Math.ceil((window.ends - clock.time) / 1000),
    });
  }

  toString = () => `process ${this.process} ${this.name}s for ${this.caller} of ${this.limit}`;
}

class PassTime implements ThrottleCommand {
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }

  check = () => true;

  run(_model: ThrottleModel, { clock }: ThrottleSystem): Promise<void> {
    clock.time += this.ms;
    return Promise.resolve();
  }

  toString = () => `${this.ms} ms pass`;
}

const commands = [
  fc
    .record({
      name: fc.constantFrom('take' as const, 'look' as const),
      process: fc.nat(1),
      caller: fc.constantFrom('a', 'b'),
      // Varies the limit even for the same caller, because an account may change its plan.
      limit: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ name, process, caller, limit }) => new ThrottleRequest(name, process, caller, limit)),
  fc.oneof(fc.nat(70_000), fc.constantFrom(1, minute - 1, minute)).map((ms) => new PassTime(ms)),
];

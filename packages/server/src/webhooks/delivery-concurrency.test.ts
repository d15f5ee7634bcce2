import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DeliveryConcurrency, type DeliveryHolder } from './delivery-concurrency.ts';

const at = (account_id: string, receiver: string): DeliveryHolder => ({
  account_id,
  endpoint_origin: receiver,
});

/** Starts attempts of `account` at different receivers until no attempt is admitted. Returns the number of attempts. */
function fill(places: DeliveryConcurrency, account: string): number {
  for (let n = 0; ; n += 1) if (!places.acquire(at(account, `${account}${n}`))) return n;
}

test('limits the number of concurrent webhook attempts per receiver', () => {
  const places = new DeliveryConcurrency({ all: 64, perEndpoint: 4 });
  const given = Array.from({ length: 5 }, (_, n) => places.acquire(at(`account${n}`, 'https://slow.test')));
  assert.deepEqual(
    given.map((place) => place !== undefined),
    [true, true, true, true, false],
  );
  assert.deepEqual(places.saturated.endpoints, ['https://slow.test']);
  given[0]?.();
  assert.deepEqual(places.saturated.endpoints, []);
  assert.ok(places.acquire(at('account', 'https://slow.test')));
});

test('one account may take at most half of the free webhook slots', () => {
  const places = new DeliveryConcurrency({ all: 64, perEndpoint: 4 });
  assert.equal(fill(places, 'a'), 32);
  assert.deepEqual(places.saturated.accounts, ['a']);
  assert.equal(fill(places, 'b'), 16);
  for (const next of ['c', 'd', 'e', 'f']) assert.ok(fill(places, next) > 0, next);
});

test('every webhook attempt frees its slot when it ends, whatever the order of attempts', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ account: fc.constantFrom('a', 'b', 'c'), endpoint_origin: fc.constantFrom('x', 'y', 'z') }),
      fc.nat(20),
    ),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), steps, (all, steps) => {
      const places = new DeliveryConcurrency({ all, perEndpoint: 2 });
      const held: { endpoint_origin: string; account: string; giveBack: () => void }[] = [];
      for (const step of steps) {
        if (typeof step === 'number') {
          held.splice(step, 1)[0]?.giveBack();
        } else {
          const { saturated, free } = places;
          const giveBack = places.acquire(at(step.account, step.endpoint_origin));
          const refused =
            saturated.endpoints.includes(step.endpoint_origin) || saturated.accounts.includes(step.account);
          assert.equal(giveBack === undefined, refused || free === 0);
          if (giveBack) held.push({ ...step, giveBack });
        }
        assert.equal(places.free, all - held.length);
        for (const name of ['x', 'y', 'z'])
          assert.ok(held.filter(({ endpoint_origin: receiver }) => receiver === name).length <= 2);
      }
      for (const { giveBack } of held) giveBack();
      assert.deepEqual([places.free, places.saturated], [all, { endpoints: [], accounts: [] }]);
    }),
  );
});

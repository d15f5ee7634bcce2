import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasRoom, overageRoom, payerOf, reachedThreshold, type AccountAllowance } from './allowance.ts';

const free: AccountAllowance = { limit: 1_000, fromQuota: 0, credits: 0, overageRoom: 0 };

const payers: [string, Partial<AccountAllowance>, ReturnType<typeof payerOf>][] = [
  [
    'a conversion to the quota until the quota is used up',
    { fromQuota: 999, credits: 5, overageRoom: Infinity },
    'quota',
  ],
  [
    'a conversion to credits once the quota is used up',
    { fromQuota: 1_000, credits: 1, overageRoom: Infinity },
    'credit',
  ],
  [
    'a conversion to overage once quota and credits are used up',
    { fromQuota: 1_000, overageRoom: Infinity },
    'overage',
  ],
  ['no conversion once the quota of a plan without overage is used up', { fromQuota: 1_000 }, undefined],
  [
    'no conversion after a change to a plan with a quota that is already exceeded',
    { fromQuota: 9_000 },
    undefined,
  ],
];

for (const [what, allowance, payer] of payers) {
  test(`payerOf charges ${what}`, () => assert.equal(payerOf({ ...free, ...allowance }), payer));
}

const rooms: [string, Partial<AccountAllowance>, number, number, boolean][] = [
  ['for the last conversion of the quota', { fromQuota: 990 }, 9, 0, true],
  ['beyond the quota if other reservations use up the rest of the quota', { fromQuota: 990 }, 10, 0, false],
  ['for the last credit once the quota is used up', { fromQuota: 990, credits: 2 }, 11, 0, true],
  ['beyond the credits', { fromQuota: 990, credits: 2 }, 12, 0, false],
  ['for credits that reservations of last month may need', { fromQuota: 1_000, credits: 2 }, 0, 2, false],
  ['for overage without a cap', { fromQuota: 1_000, overageRoom: Infinity }, 1_000_000, 0, true],
  ['beyond the overage cap', { fromQuota: 1_000, overageRoom: 3 }, 3, 0, false],
  ['for a credit after a change to a smaller plan', { fromQuota: 9_000, credits: 1 }, 0, 0, true],
];

for (const [what, allowance, reserved, before, room] of rooms) {
  test(`${room ? 'accepts' : 'rejects'} a reservation ${what}`, () =>
    assert.equal(hasRoom({ ...free, ...allowance }, reserved, before), room));
}

test('rounds down the number of overage conversions that the spending cap covers', () => {
  const overage = { price: 5_000, enabled: true, cap: null, billed: 0 };
  assert.equal(overageRoom(overage), Infinity);
  assert.equal(overageRoom({ ...overage, enabled: false }), 0);
  assert.equal(overageRoom({ ...overage, price: undefined }), 0);
  assert.equal(overageRoom({ ...overage, cap: 1_000_000 }), 200);
  assert.equal(overageRoom({ ...overage, cap: 1_004_999, billed: 199 }), 1);
  assert.equal(overageRoom({ ...overage, cap: 1_000_000, billed: 201 }), 0);
});

test('reports only the conversion that reaches 80% or 100% of the quota or overage cap', () => {
  const reached = (count: number, what: 'quota' | 'overage', all: number) =>
    what === 'quota'
      ? reachedThreshold('quota', { ...free, limit: all, fromQuota: count - 1 }, 0)
      : reachedThreshold('overage', { ...free, overageRoom: all - count + 1 }, count - 1);
  for (const what of ['quota', 'overage'] as const) {
    const counts = Array.from({ length: 12 }, (_, n) => n + 1).filter((count) => reached(count, what, 10));
    assert.deepEqual(counts, [8, 10], what);
    assert.equal(reached(1, what, 1), `${what}_100`);
    assert.equal(reached(8, what, Infinity), undefined);
  }
  assert.equal(reachedThreshold('credit', { ...free, limit: 1 }, 0), undefined);
});

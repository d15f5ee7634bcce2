import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { monthOf } from './months.ts';

const rows = [
  ['2026-11-01T00:00:00.000Z', '2026-11', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['2026-11-30T23:59:59.999Z', '2026-11', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2028-02', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  // At this time, it is still February in New York, but already March in UTC. The quota uses UTC.
  ['2027-02-28T20:00:00.000-05:00', '2027-03', '2027-03-01T00:00:00.000Z', '2027-04-01T00:00:00.000Z'],
] as const;

for (const [moment, name, start, end] of rows) {
  test(`assigns the time ${moment} to the month ${name}`, () =>
    assert.deepEqual(monthOf(Date.parse(moment)), { name, start: Date.parse(start), end: Date.parse(end) }));
}

test('every time belongs to exactly one month', () => {
  const moment = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, (date) => {
      const month = monthOf(date.getTime());
      assert.ok(month.start <= date.getTime() && date.getTime() < month.end);
      assert.equal(monthOf(month.end).start, month.end);
      assert.equal(monthOf(month.start - 1).end, month.start);
    }),
  );
});

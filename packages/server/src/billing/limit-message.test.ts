import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LimitThreshold } from '../db/tables.ts';
import { limitMessage } from './limit-message.ts';

const usage = {
  plan: 'hobby',
  period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
  conversions: { used: 8, limit: 10, remaining: 2, overage: 3, overage_cost_usd: 0.015 },
  max_file_size: 1,
  credits: 0,
  overage_enabled: true,
  overage_cap_usd: 20,
  overage_spent_usd: 0.015,
};

const shop = { baseUrl: 'https://convert.example.com', sellsPlans: true };

const next: [LimitThreshold, Partial<typeof usage>, RegExp][] = [
  ['quota_80', {}, /billed as overage/],
  ['quota_80', { credits: 5 }, /use your credits/],
  ['quota_100', { overage_enabled: false }, /Further conversions are rejected/],
  ['overage_80', {}, /At the cap, further conversions are rejected/],
  ['overage_100', {}, /until you raise the cap/],
];

for (const [threshold, changes, words] of next) {
  test(`the limit message at ${threshold} explains the next step (usage: ${JSON.stringify(changes)})`, () => {
    const { text } = limitMessage(threshold, { ...usage, ...changes }, shop);
    assert.match(text, words);
    assert.match(text, /2026-12-01/);
    assert.match(text, /https:\/\/convert\.example\.com\/dashboard/);
  });
}

test('the limit message shows small amounts to a tenth of a cent', () => {
  const { text } = limitMessage('overage_80', usage, shop);
  assert.match(text, /\$0\.015/);
  assert.match(text, /\$20\.00/);
});

test('the limit message states the quota of the plan if plans are sold', () => {
  const { text } = limitMessage('quota_80', usage, shop);
  assert.match(text, /^Plan: hobby$/m);
  assert.match(text, /^Conversions this month: 8 \(included in the plan: 10\)$/m);
});

test('the limit message does not mention plans or credits if the service sells no plans', () => {
  const quota = { ...usage, overage_enabled: false, overage_cap_usd: null };
  const conversions = { ...usage.conversions, overage: 0, overage_cost_usd: 0 };
  const { text } = limitMessage('quota_80', { ...quota, conversions }, { ...shop, sellsPlans: false });
  assert.match(text, /^Conversions this month: 8 \(limit: 10\)$/m);
  assert.match(text, /^Usage: https:\/\/convert\.example\.com\/dashboard$/m);
  assert.doesNotMatch(text, /plan|credit|overage|\$/i);
});

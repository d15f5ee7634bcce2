import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Prices } from './prices.ts';

const none = {
  stripePriceHobby: [],
  stripePriceStartup: [],
  stripePriceScale: [],
  stripePriceGrowth: [],
  stripePriceCredits: [],
  stripePriceOverage: [],
};

test('recognizes a plan by each of its prices, but sells the plan at the first price', () => {
  const prices = new Prices({ ...none, stripePriceHobby: ['new', 'old'], stripePriceOverage: ['meter'] });
  assert.equal(prices.sold('hobby'), 'new');
  assert.deepEqual([prices.planOf(['old']), prices.planOf(['meter'])], ['hobby', undefined]);
  assert.deepEqual([prices.isOverage(['meter']), prices.isOverage(['old'])], [true, false]);
});

test('names the missing setting if a price is not set', () => {
  const prices = new Prices({ ...none, stripePriceScale: ['scale'] });
  assert.throws(() => prices.sold('startup'), {
    code: 'service_unavailable',
    message: /STRIPE_PRICE_STARTUP/,
  });
  assert.deepEqual(prices.missing, [
    'STRIPE_PRICE_HOBBY',
    'STRIPE_PRICE_STARTUP',
    'STRIPE_PRICE_GROWTH',
    'STRIPE_PRICE_CREDITS',
    'STRIPE_PRICE_OVERAGE',
  ]);
});

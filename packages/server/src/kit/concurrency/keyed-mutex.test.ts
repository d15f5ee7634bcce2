import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyedMutex } from './keyed-mutex.ts';

test('runs tasks with the same key in order, and tasks with different keys concurrently', async () => {
  const turns = new KeyedMutex();
  const events: string[] = [];
  const first = Promise.withResolvers<void>();
  const work =
    (name: string, until: Promise<void> = Promise.resolve()) =>
    async () => {
      events.push(`${name} begins`);
      await until;
      events.push(`${name} ends`);
      return name;
    };
  const all = [
    turns.run('a', work('one', first.promise)),
    turns.run('a', work('two')),
    turns.run('b', work('other')),
  ];
  assert.equal(await all[2], 'other');
  first.resolve();
  assert.deepEqual(await Promise.all(all), ['one', 'two', 'other']);
  assert.deepEqual(events, [
    'one begins',
    'other begins',
    'other ends',
    'one ends',
    'two begins',
    'two ends',
  ]);
});

test('runs the next task with the same key even if an earlier task failed', async () => {
  const turns = new KeyedMutex();
  const failing = turns.run('a', () => Promise.reject(new Error('broken')));
  const next = turns.run('a', () => Promise.resolve('fine'));
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'fine');
});

/** Addresses that callers name reach nothing that is not public, in a network where every address answers. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run } from '../samples/run.ts';
import { reached, refused } from '../support/egress-addresses.ts';
import type { EgressResult } from '../support/egress-canary.ts';

const canary = fileURLToPath(new URL('../support/egress-canary.ts', import.meta.url));

const tried = new Map<string, EgressResult>();

before(async () => {
  const { stdout } = await run('unshare', ['-rn', process.execPath, canary]);
  for (const one of JSON.parse(stdout.toString()) as EgressResult[]) tried.set(one.text, one);
});

const of = (text: string) => tried.get(text) ?? assert.fail(`${text} was not tried`);

for (const text of reached) {
  test(`${text} is reached`, () => {
    const { checked, requested, hits } = of(text);
    assert.deepEqual(
      { checked, requested, hits: hits.length },
      { checked: 'fine', requested: '200', hits: 1 },
    );
    const { hits: hookHits, ...hook } = of(`hook ${text}`);
    assert.deepEqual(hook, { text: `hook ${text}`, checked: 'fine', requested: '200' });
    assert.equal(hookHits.length, 1);
  });
}

for (const text of refused) {
  test(`${JSON.stringify(text.slice(0, 60))} is refused, and no request is sent`, () => {
    const { checked, requested, hits } = of(text);
    assert.deepEqual(hits, []);
    assert.equal(checked, 'address not allowed');
    assert.ok(['address not allowed', 'no address'].includes(requested), requested);
    const hook = of(`hook ${text}`);
    assert.deepEqual([hook.checked, hook.hits], ['400 webhook_url', []]);
    assert.ok(['address not allowed', 'no address'].includes(hook.requested), hook.requested);
  });
}

test('a name that changes after it was checked is refused when it is connected to', () => {
  const { checked, requested, hits } = of('http://rebinding.test/');
  assert.deepEqual(
    { checked, requested, hits },
    { checked: 'fine', requested: 'address not allowed', hits: [] },
  );
  const hook = of('hook http://rebinding-hook.test/');
  assert.deepEqual(hook, { text: hook.text, checked: 'fine', requested: 'address not allowed', hits: [] });
});

test('a redirect is an answer, and is not followed', () => {
  const { requested, hits } = of('redirect');
  assert.deepEqual({ requested, hits }, { requested: '302', hits: ['::ffff:93.184.216.34'] });
});

test('one that never answers is given up when the signal says so', () => {
  const { requested, hits } = of('never');
  assert.deepEqual({ requested, hits: hits.length }, { requested: 'timeout', hits: 1 });
});

test('one that does not listen is told in two words', () => {
  assert.equal(of('closed').requested, 'connection failed');
});

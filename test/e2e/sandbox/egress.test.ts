/** Tests that URLs from callers can reach only public addresses. In the test network, every address responds. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run } from '../../samples/run.ts';
import { reached, refused } from '../../support/server/egress-addresses.ts';
import type { EgressResult } from '../../support/server/egress-canary.ts';

const canary = fileURLToPath(new URL('../../support/server/egress-canary.ts', import.meta.url));

const tried = new Map<string, EgressResult>();

before(async () => {
  const { stdout } = await run('unshare', ['-rn', process.execPath, canary]);
  for (const one of JSON.parse(stdout.toString()) as EgressResult[]) tried.set(one.text, one);
});

const of = (text: string) => tried.get(text) ?? assert.fail(`${text} was not tried`);

for (const text of reached) {
  test(`allows requests to ${text}`, () => {
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
  test(`refuses ${JSON.stringify(text.slice(0, 60))} without sending a request`, () => {
    const { checked, requested, hits } = of(text);
    assert.deepEqual(hits, []);
    assert.equal(checked, 'address not allowed');
    assert.ok(['address not allowed', 'no address'].includes(requested), requested);
    const hook = of(`hook ${text}`);
    assert.deepEqual([hook.checked, hook.hits], ['400 webhook_url', []]);
    assert.ok(['address not allowed', 'no address'].includes(hook.requested), hook.requested);
  });
}

test('refuses the connection if the host name resolves to a private address after the URL check', () => {
  const { checked, requested, hits } = of('http://rebinding.test/');
  assert.deepEqual(
    { checked, requested, hits },
    { checked: 'fine', requested: 'address not allowed', hits: [] },
  );
  const hook = of('hook http://rebinding-hook.test/');
  assert.deepEqual(hook, { text: hook.text, checked: 'fine', requested: 'address not allowed', hits: [] });
});

test("a request to a caller's URL returns a redirect response instead of following the redirect", () => {
  const { requested, hits } = of('redirect');
  assert.deepEqual({ requested, hits }, { requested: '302', hits: ['::ffff:93.184.216.34'] });
});

test("a request to an unresponsive server stops waiting when the request's abort signal fires", () => {
  const { requested, hits } = of('never');
  assert.deepEqual({ requested, hits: hits.length }, { requested: 'timeout', hits: 1 });
});

test('a request to a closed port fails with "connection failed"', () => {
  assert.equal(of('closed').requested, 'connection failed');
});

/**
 * A browser session accepts changes only from the server's own pages, and ends at once on sign-out (contract §7.7,
 * §7.8).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '../../support/server/admin.ts';
import { startInProcess } from '../../support/server/in-process-service.ts';
import { withServiceOnEachDatabase } from '../../support/fixtures.ts';
import { answerOf, type Answer } from '../../support/server/service.ts';
import { ours, signIn as signInAt } from '../../support/accounts/sessions.ts';

const days = 24 * 3_600_000;
const cleared = /^protean-session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/;

withServiceOnEachDatabase(
  (service) => {
    const signIn = (email: string) => signInAt(service, email);

    const setCookieIn = ({ headers }: Answer) => headers.get('set-cookie') ?? '';

    const call = async (method: string, path: string, headers: Record<string, string>, body?: FormData) =>
      answerOf(await fetch(service.url + path, { method, headers, ...(body === undefined ? {} : { body }) }));

    const statusOf = async (Cookie: string, path = '/v1/usage') =>
      (await call('GET', path, { Cookie })).status;

    const aForm = () => {
      const form = new FormData();
      form.append('file', new File(['{"a":1}'], 'a.json'));
      form.append('target', 'yaml');
      return form;
    };

    test('a browser session can read usage, keys and jobs, and convert for the account', async () => {
      const Cookie = await signIn('ada@example.com');
      for (const path of ['/v1/usage', '/v1/keys', '/v1/jobs'])
        assert.equal(await statusOf(Cookie, path), 200);
      const converted = await call('POST', '/v1/convert', { Cookie, ...ours }, aForm());
      assert.deepEqual([converted.status, converted.body.toString()], [200, 'a: 1\n']);
      const job = await call('POST', '/v1/jobs', { Cookie, ...ours }, aForm());
      assert.equal(job.status, 202);
      const { job_id } = JSON.parse(job.body.toString()) as { job_id: string };
      const done = await call('GET', `/v1/jobs/${job_id}?wait=30`, { Cookie });
      assert.equal((JSON.parse(done.body.toString()) as { status: string }).status, 'completed');
      assert.equal((await call('GET', `/v1/jobs/${job_id}/events`, { Cookie })).status, 200);
      const { body } = await call('GET', '/v1/usage', { Cookie });
      assert.equal((JSON.parse(body.toString()) as { conversions: { used: number } }).conversions.used, 2);
    });

    test('signing out ends only the current session', async () => {
      const [one, other] = [await signIn('bea@example.com'), await signIn('bea@example.com')];
      const out = await call('DELETE', '/v1/sessions/current', { Cookie: one, ...ours });
      assert.deepEqual([out.status, out.body.length], [204, 0]);
      assert.match(setCookieIn(out), cleared);
      assert.deepEqual([await statusOf(one), await statusOf(other)], [401, 200]);
      const again = await call('DELETE', '/v1/sessions/current', { Cookie: one, ...ours });
      assert.equal(again.status, 204);
      assert.match(setCookieIn(again), cleared);
      assert.equal(await statusOf(other), 200);
      assert.equal((await call('DELETE', '/v1/sessions/current', ours)).status, 401, 'without a session');
    });

    test('DELETE /v1/sessions immediately ends all sessions of the account', async () => {
      const mine = [await signIn('cy@example.com'), await signIn('cy@example.com')];
      const yours = await signIn('dan@example.com');
      const { api_key } = await makeAccount(service.env, 'eve@example.com', 'free');
      const out = await call('DELETE', '/v1/sessions', { Cookie: mine[0] ?? '', ...ours });
      assert.equal(out.status, 204);
      assert.match(setCookieIn(out), cleared);
      for (const Cookie of mine) {
        for (const path of ['/v1/usage', '/v1/keys', '/v1/jobs'])
          assert.equal(await statusOf(Cookie, path), 401);
        assert.equal((await call('POST', '/v1/convert', { Cookie, ...ours }, aForm())).status, 401);
      }
      assert.equal(await statusOf(yours), 200);
      assert.equal((await call('DELETE', '/v1/sessions', { Cookie: mine[0] ?? '', ...ours })).status, 401);
      assert.equal((await call('GET', '/v1/usage', { Authorization: `Bearer ${api_key}` })).status, 200);
    });

    test('an ended session stays ended even if concurrent requests would renew the session', async () => {
      const Cookie = await signIn('fay@example.com');
      // Moves the clock far enough that each use renews the session.
      service.pass(2 * days);
      await Promise.all([
        ...Array.from({ length: 10 }, () => statusOf(Cookie)),
        call('DELETE', '/v1/sessions', { Cookie, ...ours }),
        ...Array.from({ length: 10 }, () => statusOf(Cookie)),
      ]);
      assert.equal(await statusOf(Cookie), 401);
    });

    test('a session ends 30 days after its last use', async () => {
      const Cookie = await signIn('gus@example.com');
      assert.equal(
        setCookieIn(await call('GET', '/v1/usage', { Cookie })),
        '',
        'no renewal on the first day',
      );
      service.pass(29 * days);
      const renewed = await call('GET', '/v1/usage', { Cookie });
      assert.equal(
        setCookieIn(renewed),
        `${Cookie}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
        'the browser gets the new expiry',
      );
      service.pass(29 * days);
      assert.equal(await statusOf(Cookie), 200);
      service.pass(30 * days);
      assert.equal(await statusOf(Cookie), 401);
    });

    const origins: [what: string, headers: () => Record<string, string>, admitted: boolean][] = [
      ["the server's own page", () => ours, true],
      ['the origin of BASE_URL', () => ({ Origin: 'http://convert.test:8080' }), true],
      ['the requested host on a loopback listener', () => ({ Origin: service.url }), true],
      ['an unknown origin, without origin headers', () => ({}), false],
      ['the origin null', () => ({ Origin: 'null' }), false],
      ['another origin', () => ({ Origin: 'https://example.org' }), false],
      ['another port', () => ({ Origin: 'http://convert.test:8081' }), false],
      ['another scheme', () => ({ Origin: 'https://convert.test:8080' }), false],
      [
        'a host name with the same beginning',
        () => ({ Origin: 'http://convert.test.example.org:8080' }),
        false,
      ],
      ['another site', () => ({ 'Sec-Fetch-Site': 'cross-site' }), false],
      ['another origin of the same site', () => ({ 'Sec-Fetch-Site': 'same-site' }), false],
      ['the address bar', () => ({ 'Sec-Fetch-Site': 'none' }), false],
      [
        "another site that sends the server's origin",
        () => ({ 'Sec-Fetch-Site': 'cross-site', Origin: 'http://convert.test:8080' }),
        false,
      ],
    ];
    for (const [what, headers, admitted] of origins) {
      test(`with a session cookie, ${admitted ? 'accepts' : 'refuses'} a POST or DELETE request from ${what}`, async () => {
        const Cookie = await signIn(`origin${origins.findIndex(([one]) => one === what)}@example.com`);
        const changes: [string, string][] = [
          ['POST', '/v1/convert'],
          ['POST', '/v1/jobs'],
          ['DELETE', '/v1/keys/nix'],
          ['DELETE', '/v1/sessions/current'],
        ];
        for (const [method, path] of changes) {
          const form = method === 'POST' ? aForm() : undefined;
          const answer = await call(method, path, { Cookie, ...headers() }, form);
          assert.equal(answer.status === 403, !admitted, `${method} ${path}: ${answer.status}`);
          if (!admitted) assert.equal(answer.error.code, 'bad_request');
        }
        assert.equal(await statusOf(Cookie), admitted ? 401 : 200);
      });
    }

    test('a request with an API key and a session cookie uses only the API key', async () => {
      const Cookie = await signIn('hal@example.com');
      const { api_key, account_id } = await makeAccount(service.env, 'ian@example.com', 'hobby');
      const both = await call('GET', '/v1/usage', { Cookie, Authorization: `Bearer ${api_key}` });
      assert.equal((JSON.parse(both.body.toString()) as { plan: string }).plan, 'hobby', account_id);
      assert.equal((await call('GET', '/v1/usage', { Cookie, Authorization: 'Bearer nix' })).status, 401);
      // Another site cannot send an API key, so a request with a key needs no Origin header.
      const changed = await call('POST', '/v1/webhooks/secret', {
        Cookie,
        Authorization: `Bearer ${api_key}`,
      });
      assert.equal(changed.status, 200);
    });
  },
  { BASE_URL: 'http://convert.test:8080/', RATE_OVERRIDES: '{"anonymous":100000,"free":100000}' },
);

test('the session cookie has the Secure attribute and the __Host- prefix if BASE_URL uses https', async () => {
  const service = await startInProcess({ BASE_URL: 'https://convert.test' });
  try {
    const Cookie = '__Host-protean-session=nix';
    const answer = await fetch(`${service.url}/v1/sessions/current`, {
      method: 'DELETE',
      headers: { Cookie, Origin: 'https://convert.test' },
    });
    assert.equal(answer.status, 204);
    assert.equal(
      answer.headers.get('set-cookie'),
      '__Host-protean-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    );
  } finally {
    await service.close();
  }
});

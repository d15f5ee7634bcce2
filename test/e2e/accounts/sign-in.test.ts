/** Tests signing in with an emailed link, which creates no key (contract §7.10). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admin, makeAccount } from '../../support/server/admin.ts';
import { withServiceOnEachDatabase } from '../../support/fixtures.ts';
import { linkIn, messageAfter, messagesIn } from '../../support/accounts/messages.ts';
import { answerOf, callWithKey, until, type Answer } from '../../support/server/service.ts';
import { cookieIn, ours } from '../../support/accounts/sessions.ts';

const minutes = 60_000;

withServiceOnEachDatabase(
  (service) => {
    let callers = 0;

    const post = async (path: string, email: string, caller = `198.51.100.${(callers += 1)}`) =>
      answerOf(
        await fetch(service.url + path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': caller },
          body: JSON.stringify({ email }),
        }),
      );

    const messageTo = (email: string, path = '/v1/sessions') =>
      messageAfter(service.dataDir, email, () => post(path, email));

    const linkTo = async (email: string, path?: string) => linkIn(await messageTo(email, path), service.url);

    const spend = async (link: string, headers: Record<string, string> = { Accept: 'application/json' }) =>
      answerOf(await fetch(link, { method: 'POST', headers }));

    const bodyOf = <Body>({ body }: Answer) => JSON.parse(body.toString()) as Body;

    async function keysOf(headers: Record<string, string>) {
      const response = await fetch(`${service.url}/v1/keys`, { headers });
      assert.equal(response.status, 200);
      return ((await response.json()) as { keys: { id: string; name: string; revoked_at: string | null }[] })
        .keys;
    }

    for (const path of ['/v1/sessions', '/v1/keys/free']) {
      test(`a link from POST ${path} signs in to the existing account without creating an API key`, async () => {
        const email = `ada${path.length}@example.com`;
        const { api_key } = await makeAccount(service.env, email, 'hobby');
        const link = await linkTo(email, path);
        for (let n = 0; n < 3; n += 1) {
          const page = await answerOf(await fetch(link));
          assert.equal(page.status, 200);
          assert.match(page.body.toString(), /<button[^>]*>Sign in<\/button>/);
        }
        const signedIn = await spend(link);
        assert.equal(signedIn.status, 200);
        assert.deepEqual(bodyOf(signedIn), { ok: true, message: 'This browser is signed in.' });
        const [key = assert.fail(), ...others] = await keysOf({ Cookie: cookieIn(signedIn) });
        assert.deepEqual([key.name, others], ['first key', []]);
        const earlier = await keysOf({ Authorization: `Bearer ${api_key}` });
        assert.deepEqual(
          earlier.map(({ id }) => id),
          [key.id],
          'the earlier one works',
        );
        assert.equal((await spend(link)).status, 404);
        assert.equal((await answerOf(await fetch(link))).status, 404);
        const page = await spend(await linkTo(email, path), {});
        assert.match(page.body.toString(), /You are signed in/);
        assert.doesNotMatch(page.body.toString(), /svc_sk_/);
      });
    }

    test('allows signing in to an account that has the maximum number of API keys', async () => {
      const { api_key } = await makeAccount(service.env, 'bea@example.com', 'hobby');
      for (let n = 1; n < 100; n += 1) {
        const made = await callWithKey(`${service.url}/v1/keys`, api_key, {
          method: 'POST',
          body: { name: 'n' },
        });
        assert.equal(made.status, 200);
      }
      assert.equal(
        (await keysOf({ Cookie: cookieIn(await spend(await linkTo('bea@example.com'))) })).length,
        100,
      );
    });

    test('accepts a sign-in form with `Origin: null` only from the browser that opened the sign-in link', async () => {
      await makeAccount(service.env, 'form@example.com', 'hobby');
      const link = await linkTo('form@example.com');
      const opened = await fetch(link);
      const cookie = opened.headers.getSetCookie().find((one) => one.startsWith('protean-form=')) ?? '';
      assert.match(cookie, /; Path=\/; Max-Age=900; HttpOnly; SameSite=Strict$/);
      const Cookie = cookie.split(';')[0] ?? '';
      const [, form = ''] = /name="form" value="([^"]+)"/.exec(await opened.text()) ?? [];
      assert.equal(Cookie, `protean-form=${form}`);
      const again = await fetch(link, { headers: { Cookie } });
      assert.match(
        await again.text(),
        new RegExp(`name="form" value="${form}"`),
        'a second form is the same',
      );
      const token = new URL(link).searchParams.get('t') ?? '';
      const send = (fields: Record<string, string>, headers: Record<string, string>) =>
        fetch(`${service.url}/verify`, {
          method: 'POST',
          body: new URLSearchParams({ token, ...fields }),
          headers: { Origin: 'null', ...headers },
        }).then(answerOf);
      for (const [fields, headers] of [
        [{}, {}],
        [{ form }, {}],
        [{}, { Cookie }],
        [{ form: '' }, { Cookie: 'protean-form=' }],
        [{ form }, { Cookie: `${Cookie}x` }],
        [{ form }, { Cookie, Origin: 'https://example.org' }],
        [{ form }, { Cookie, 'Sec-Fetch-Site': 'cross-site' }],
      ] as const) {
        const { status, headers: received } = await send(fields, headers);
        assert.deepEqual(
          [status, received.get('set-cookie')],
          [403, null],
          JSON.stringify([fields, headers]),
        );
      }
      const signedIn = await send({ form }, { Cookie });
      assert.equal(signedIn.status, 200);
      assert.equal((await keysOf({ Cookie: cookieIn(signedIn) })).length, 1);
    });

    test('a sign-in request gets the same response for known and unknown email addresses', async () => {
      await makeAccount(service.env, 'cy@example.com', 'free');
      const [known, unknown] = [
        await post('/v1/sessions', 'cy@example.com'),
        await post('/v1/sessions', 'nobody@example.com'),
      ];
      assert.equal(known.status, 200);
      assert.deepEqual(Object.keys(bodyOf<object>(known)), ['ok', 'message']);
      assert.deepEqual(known.body, unknown.body);
      assert.equal(known.status, unknown.status);
      assert.deepEqual([...known.headers.keys()], [...unknown.headers.keys()]);
      const message = await messageTo('nobody@example.com');
      assert.match(message.text, /no account/);
      assert.doesNotMatch(message.text, /https?:/);
      const { accounts } = await admin<{ accounts: { email: string }[] }>(service.env, 'account', 'list');
      assert.ok(!accounts.some(({ email }) => email === 'nobody@example.com'));
    });

    test('sign-up and sign-in requests share the same rate limits', async () => {
      await makeAccount(service.env, 'dan@example.com', 'free');
      for (const mailbox of ['dan', 'unknown']) {
        for (let n = 0; n < 5; n += 1) {
          const path = n % 2 === 0 ? '/v1/sessions' : '/v1/keys/free';
          assert.equal((await post(path, `${mailbox}+${n}@example.com`)).status, 200);
        }
        for (const path of ['/v1/sessions', '/v1/keys/free']) {
          const refused = await post(path, `${mailbox}@example.com`);
          assert.deepEqual([refused.status, refused.error.code], [429, 'rate_limited'], mailbox);
          assert.equal(refused.error.details?.['limit'], 5);
        }
      }
      for (let n = 0; n < 30; n += 1)
        assert.equal((await post('/v1/sessions', `one${n}@example.com`, '192.0.2.200')).status, 200);
      assert.equal((await post('/v1/keys/free', 'one@example.com', '192.0.2.200')).status, 429);
    });

    test('sends only 5 sign-in links for 50 concurrent requests with the same email address', async () => {
      await makeAccount(service.env, 'eve@example.com', 'free');
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => post('/v1/sessions', 'eve@example.com')),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 5);
      assert.equal(answers.filter(({ status }) => status === 429).length, 45);
      const sent = async () =>
        (await messagesIn(service.dataDir)).filter(({ to }) => to === 'eve@example.com').length;
      await until('the messages are sent', 10_000, async () => (await sent()) >= 5);
      // If the refused requests had sent messages, these messages would arrive before the message to
      // after-eve@example.com.
      await messageTo('after-eve@example.com');
      assert.equal(await sent(), 5);
    });

    test('accepts only one of 20 concurrent requests with the same sign-in link', async () => {
      const { account_id } = await makeAccount(service.env, 'fay@example.com', 'free');
      const link = await linkTo('fay@example.com');
      const answers = await Promise.all(Array.from({ length: 20 }, () => spend(link)));
      const [winner = assert.fail(), ...others] = answers.filter(({ status }) => status === 200);
      assert.deepEqual(others, []);
      assert.equal(answers.filter(({ status }) => status === 404).length, 19);
      const account = await fetch(`${service.url}/v1/account`, { headers: { Cookie: cookieIn(winner) } });
      assert.equal(((await account.json()) as { id: string }).id, account_id);
    });

    test('rejects an expired sign-in link and a link of a disabled account', async () => {
      await makeAccount(service.env, 'gus@example.com', 'free');
      const old = await linkTo('gus@example.com');
      service.pass(15 * minutes);
      assert.equal((await spend(old)).status, 404);
      const link = await linkTo('gus@example.com');
      await admin(service.env, 'account', 'disable', 'gus@example.com');
      const refused = await spend(link);
      assert.deepEqual([refused.status, refused.error.code], [401, 'invalid_api_key']);
      assert.equal(refused.headers.get('set-cookie'), null);
    });

    test('a request with a session can rotate the API key that key_id specifies', async () => {
      const { api_key } = await makeAccount(service.env, 'hal@example.com', 'free');
      const other = await makeAccount(service.env, 'ian@example.com', 'free');
      const Cookie = cookieIn(await spend(await linkTo('hal@example.com')));
      const [{ id } = assert.fail()] = await keysOf({ Cookie });
      const [{ id: foreign } = assert.fail()] = await keysOf({ Authorization: `Bearer ${other.api_key}` });
      const rotate = async (body: object, headers: Record<string, string> = { Cookie, ...ours }) =>
        answerOf(
          await fetch(`${service.url}/v1/keys/rotate`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', ...headers },
            body: JSON.stringify(body),
          }),
        );
      const unnamed = await rotate({});
      assert.deepEqual([unnamed.status, unnamed.error.details?.['field']], [400, 'key_id']);
      assert.equal((await rotate({ key_id: foreign })).status, 404);
      assert.equal((await rotate({ key_id: id }, { Cookie })).status, 403, 'not from another site');
      const byKey = await rotate({ key_id: foreign }, { Authorization: `Bearer ${api_key}` });
      assert.deepEqual([byKey.status, byKey.error.details?.['field']], [400, 'key_id']);
      const rotated = await rotate({ key_id: id, grace_seconds: 60 });
      assert.equal(rotated.status, 200);
      assert.match(bodyOf<{ api_key: string }>(rotated).api_key, /^svc_sk_/);
      const again = await rotate({ key_id: id });
      assert.deepEqual([again.status, again.error.details?.['reason']], [400, 'key_in_grace']);
      const revoked = (await keysOf({ Cookie })).find((key) => key.id === id)?.revoked_at;
      assert.ok(revoked && Date.parse(revoked) > Date.now());
    });
  },
  { RATE_OVERRIDES: '{"anonymous":100000,"free":100000,"hobby":100000}', TRUST_PROXY: '127.0.0.1' },
);

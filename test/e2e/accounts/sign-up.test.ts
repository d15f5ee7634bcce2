/** Tests signing up with an emailed link (contract §7.3, §7.4). */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startInProcess } from '../../support/server/in-process-service.ts';
import { withServiceOnEachDatabase } from '../../support/fixtures.ts';
import { linkIn, messageAfter, signUpMessage } from '../../support/accounts/messages.ts';
import { answerOf, requestFreeKey, type Answer } from '../../support/server/service.ts';
import { cookieIn } from '../../support/accounts/sessions.ts';

const minutes = 60_000;

withServiceOnEachDatabase(
  (service) => {
    let callers = 0;

    /** Requests a key and returns the response. If `caller` is not given, each request has a different IP address. */
    async function ask(email: string, caller = `192.0.2.${(callers += 1)}`): Promise<Answer> {
      return answerOf(
        await fetch(`${service.url}/v1/keys/free`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': caller },
          body: JSON.stringify({ email }),
        }),
      );
    }

    async function asked(email: string) {
      let answer: Answer | undefined;
      const message = await messageAfter(service.dataDir, email, async () => (answer = await ask(email)));
      return { message, answer: answer ?? assert.fail() };
    }

    const linkFor = async (email: string) => linkIn((await asked(email)).message, service.url);

    const post = async (link: string, headers: Record<string, string> = { Accept: 'application/json' }) =>
      answerOf(await fetch(link, { method: 'POST', headers }));

    const keyIn = ({ body }: Answer) => (JSON.parse(body.toString()) as { api_key: string }).api_key;

    const signUp = async (email: string) => keyIn(await post(await linkFor(email)));

    const keysOf = async (headers: Record<string, string>) => {
      const response = await fetch(`${service.url}/v1/keys`, { headers });
      return ((await response.json()) as { keys: { id: string }[] }).keys;
    };

    test('emails a sign-up link that can be opened several times but used only once', async () => {
      const { message, answer } = await asked('ada@example.com');
      assert.equal(answer.status, 200);
      const { message: text, ...form } = JSON.parse(answer.body.toString()) as Record<string, unknown>;
      assert.deepEqual(form, { ok: true, verification_required: true, monthly_limit: 1000 }, 'form A');
      assert.ok(typeof text === 'string');
      const link = linkIn(message, service.url);
      const [, file = assert.fail()] = /"file":"([^"]+\.eml)"/.exec(service.log()) ?? [];
      assert.ok(
        (await readFile(file, 'utf8')).includes(`/verify?t=${new URL(link).searchParams.get('t')}\r\n`),
        'unchanged',
      );
      for (let n = 0; n < 3; n += 1) {
        const page = await answerOf(await fetch(link));
        assert.equal(page.status, 200);
        assert.match(page.body.toString(), /<form method="post" action="verify">/);
        assert.match(
          page.headers.get('content-security-policy') ?? '',
          /^default-src 'none'; .*form-action 'self'/,
        );
        assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
        assert.equal(page.headers.get('cache-control'), 'no-store');
      }
      const token = new URL(link).searchParams.get('t') ?? '';
      const shown = await answerOf(
        await fetch(`${service.url}/verify`, { method: 'POST', body: new URLSearchParams({ token }) }),
      );
      assert.equal(shown.status, 200);
      const [key = assert.fail()] = shown.body.toString().match(/svc_sk_\w{38}/) ?? [];
      const [one, ...others] = await keysOf({ Authorization: `Bearer ${key}` });
      assert.ok(one && others.length === 0);
      assert.equal((await answerOf(await fetch(link))).status, 404);
      const again = await post(link);
      assert.equal(again.status, 404);
      assert.equal(again.error.code, 'not_found');
    });

    test('a sign-up link returns the API key, plan and limit as JSON', async () => {
      const answer = await post(await linkFor('bea@example.com'));
      const { api_key, ...rest } = JSON.parse(answer.body.toString()) as Record<string, unknown>;
      assert.match(String(api_key), /^svc_sk_/);
      assert.deepEqual(rest, { plan: 'free', monthly_limit: 1000 });
      const cookie = answer.headers.get('set-cookie') ?? '';
      assert.match(cookie, /^protean-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
      const session = { Cookie: cookie.split(';')[0] ?? '' };
      const [key = assert.fail()] = await keysOf(session);
      const revoke = (headers: Record<string, string>) =>
        fetch(`${service.url}/v1/keys/${key.id}`, { method: 'DELETE', headers: { ...session, ...headers } });
      assert.equal((await revoke({ 'Sec-Fetch-Site': 'cross-site' })).status, 403);
      assert.equal((await revoke({ Origin: 'https://example.org' })).status, 403);
      assert.equal((await revoke({ 'Sec-Fetch-Site': 'same-origin' })).status, 200);
      service.pass(30 * 24 * 60 * minutes);
      const late = await fetch(`${service.url}/v1/keys`, { headers: session });
      assert.equal(late.status, 401, 'over after 30 days');
    });

    test('rejects a cross-site request with a sign-up link', async () => {
      const link = await linkFor('cy@example.com');
      assert.equal((await post(link, { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
      assert.equal((await post(link)).status, 200);
    });

    test('returns an API key for only one of 20 concurrent requests with the same sign-up link', async () => {
      const link = await linkFor('dan@example.com');
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(link)));
      const winners = answers.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1);
      assert.equal(answers.filter(({ status }) => status === 404).length, 19);
      const [winner = assert.fail()] = winners;
      assert.equal((await keysOf({ Authorization: `Bearer ${keyIn(winner)}` })).length, 1);
    });

    test('a sign-up link expires after 15 minutes', async () => {
      const [young, old] = [await linkFor('eve@example.com'), await linkFor('eve@example.com')];
      service.pass(15 * minutes - 5_000);
      assert.equal((await post(young)).status, 200);
      service.pass(5_000);
      assert.equal((await answerOf(await fetch(old))).status, 404);
      assert.equal((await post(old)).status, 404);
    });

    for (const token of ['', 'x', 'A'.repeat(43), "'; drop table accounts; --", '%00']) {
      test(`returns 404 for a sign-up link with the token ${JSON.stringify(token)}`, async () => {
        const link = `${service.url}/verify?t=${token}`;
        assert.equal((await fetch(link)).status, 404);
        assert.equal((await post(link)).status, 404);
      });
    }

    test('a sign-up request gets the same response for known and unknown email addresses', async () => {
      await signUp('flo@example.com');
      const [known, unknown] = [await ask('flo@example.com'), await ask('nobody@example.com')];
      assert.deepEqual(known.body, unknown.body);
      assert.equal(known.status, unknown.status);
      assert.deepEqual([...known.headers.keys()], [...unknown.headers.keys()]);
    });

    test('signing up with another spelling of a known email address signs in to the existing account', async () => {
      const key = await signUp('hal@example.com');
      const message = await messageAfter(service.dataDir, 'hal@example.com', () =>
        ask('Hal+more@Example.com'),
      );
      const Cookie = cookieIn(await post(linkIn(message, service.url)));
      const ids = async (headers: Record<string, string>) => (await keysOf(headers)).map(({ id }) => id);
      assert.deepEqual(await ids({ Cookie }), await ids({ Authorization: `Bearer ${key}` }));
    });

    test('returns 404 for a sign-up link once another spelling of the same email address is verified', async () => {
      const [one, other] = [await linkFor('ida@example.com'), await linkFor('IDA@example.com')];
      assert.equal((await post(one)).status, 200);
      assert.equal((await post(other)).status, 404);
    });

    test('counts different spellings of an email address towards the same sign-up limit', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`lea+${n}@example.com`)));
      assert.equal(answers.filter(({ status }) => status === 200).length, 5);
      assert.equal(answers.filter(({ status }) => status === 429).length, 15);
    });

    test('limits sign-up emails to 5 an hour per mailbox and 30 an hour per IP address', async () => {
      for (let n = 0; n < 5; n += 1) assert.equal((await ask(`joe+${n}@example.com`)).status, 200);
      const refused = await ask('joe@example.com');
      assert.equal(refused.status, 429);
      assert.equal(refused.error.code, 'rate_limited');
      const seconds = Number(refused.headers.get('retry-after'));
      assert.ok(seconds > 3500 && seconds <= 3600);
      assert.deepEqual(refused.error.details, { limit: 5, retry_after: seconds });
      const ofBound = (name: string) => Number(refused.headers.get(`x-ratelimit-${name}`));
      assert.deepEqual([ofBound('limit'), ofBound('remaining')], [5, 0]);
      const minute = Number((await ask('joe@example.org')).headers.get('x-ratelimit-reset'));
      assert.ok(ofBound('reset') - minute > 3400, "the hourly limit, not the throttle's limit per minute");
      for (let n = 0; n < 30; n += 1) {
        assert.equal((await ask(`kim${n}@example.com`, '198.51.100.1')).status, 200);
      }
      assert.equal((await ask('kim@example.com', '198.51.100.1')).status, 429);
      assert.equal((await ask('kim@example.com', '198.51.100.2')).status, 200);
      service.pass(60 * minutes);
      assert.equal((await ask('joe@example.com')).status, 200);
    });
  },
  { RATE_OVERRIDES: '{"anonymous":100000,"free":100000}', TRUST_PROXY: '127.0.0.1' },
);

test('with KEY_VERIFICATION=none, only a new account gets an API key immediately', async () => {
  const service = await startInProcess({ KEY_VERIFICATION: 'none', RATE_OVERRIDES: '{"anonymous":1000}' });
  const ask = (email: string) => requestFreeKey(service.url, email);
  try {
    const answer = await ask('ada@example.com');
    const { api_key, ...rest } = JSON.parse(answer.body.toString()) as Record<string, unknown>;
    assert.match(String(api_key), /^svc_sk_/);
    assert.deepEqual(rest, { plan: 'free', monthly_limit: 1000 });
    for (const email of ['ada@example.com', 'ADA+2@example.com']) {
      const refused = await ask(email);
      assert.equal(refused.status, 400);
      assert.equal(refused.error.code, 'bad_request');
    }
  } finally {
    await service.close();
  }
});

test('the sign-up link and the session cookie are secure if BASE_URL uses https', async () => {
  const service = await startInProcess({ BASE_URL: 'https://convert.example.com/' });
  try {
    const message = await signUpMessage(service, 'ada@example.com');
    assert.match(message.text, /^https:\/\/convert\.example\.com\/verify\?t=[\w-]{43}$/m);
    const answer = await fetch(linkIn(message, service.url), { method: 'POST' });
    const cookie = answer.headers.get('set-cookie') ?? '';
    assert.match(
      cookie,
      /^__Host-protean-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
    const session = { Cookie: cookie.split(';')[0] ?? '' };
    assert.equal((await fetch(`${service.url}/v1/keys`, { headers: session })).status, 200);
    const bare = { Cookie: session.Cookie.replace('__Host-', '') };
    assert.equal((await fetch(`${service.url}/v1/keys`, { headers: bare })).status, 401);
  } finally {
    await service.close();
  }
});

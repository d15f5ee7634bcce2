/** The log records events but no addresses, keys, file names or file contents (docs/privacy.md). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inProcessFixture } from '../../support/fixtures.ts';
import { linkIn, signUpMessage } from '../../support/accounts/messages.ts';
import { answerOf, until, type Answer } from '../../support/server/service.ts';
import { cookieIn, ours } from '../../support/accounts/sessions.ts';

const service = inProcessFixture({
  LOG_LEVEL: 'debug',
  RATE_OVERRIDES: '{"anonymous":100000,"free":100000}',
  WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
});

const email = 'quiet.owner@example.com';
const fileName = 'salaries-of-quiet-owner.json';
const content = 'the words in the file';

const jsonOf = <Body>({ body }: Answer) => JSON.parse(body.toString()) as Body;

async function call(method: string, path: string, headers: Record<string, string>, body?: FormData | object) {
  const isForm = body instanceof FormData;
  const type = body && !isForm ? { 'Content-Type': 'application/json' } : {};
  const init = body ? { body: isForm ? body : JSON.stringify(body) } : {};
  return answerOf(await fetch(service.url + path, { method, headers: { ...headers, ...type }, ...init }));
}

function formOf(fields: Record<string, string> = {}, text = JSON.stringify({ a: content })): FormData {
  const form = new FormData();
  form.append('file', new File([text], fileName));
  for (const [name, value] of Object.entries({ target: 'yaml', ...fields })) form.append(name, value);
  return form;
}

test('logs contain no email address, URL, API key, file name or file content', async () => {
  const link = linkIn(await signUpMessage(service, email), service.url);
  await answerOf(await fetch(link));
  const welcome = await answerOf(
    await fetch(link, { method: 'POST', headers: { Accept: 'application/json' } }),
  );
  const { api_key } = jsonOf<{ api_key: string }>(welcome);
  const Authorization = `Bearer ${api_key}`;
  const Cookie = cookieIn(welcome);
  const { secret } = jsonOf<{ secret: string }>(await call('POST', '/v1/webhooks/secret', { Authorization }));

  const asLink = { Authorization, Accept: 'application/json' };
  const { file_url } = jsonOf<{ file_url: string }>(await call('POST', '/v1/convert', asLink, formOf()));
  assert.equal((await answerOf(await fetch(file_url))).status, 200);
  await answerOf(await fetch(file_url.replace('signature=', 'signature=x')));
  // The reason for the failure is logged and must not quote the file.
  const broken = await call('POST', '/v1/convert', { Authorization }, formOf({}, `{"a": ${content}`));
  assert.equal(broken.status, 400);
  const named = await call('POST', '/v1/convert', { Authorization }, formOf({ [email]: email }));
  assert.equal(named.status, 400);
  const hook = { webhook_url: `http://127.0.0.1:65535/${email}` };
  const { job_id } = jsonOf<{ job_id: string }>(
    await call('POST', '/v1/jobs', { Authorization }, formOf(hook)),
  );
  await call('GET', `/v1/jobs/${job_id}?wait=30`, { Authorization });
  await until('the webhook was attempted', 10_000, () => service.log().includes('webhook attempted'));
  const upload = await call('POST', '/v1/uploads', { Authorization }, { filename: fileName });
  await answerOf(
    await fetch(jsonOf<{ upload_url: string }>(upload).upload_url, { method: 'PUT', body: content }),
  );
  for (const path of [
    `/v1/keys/${api_key}`,
    `/nix/${email}`,
    `/nix/${encodeURIComponent(email)}`,
    `/v1/usage?q=${email}`,
  ])
    await call('GET', path, { Cookie });
  await call('POST', '/v1/sessions', {}, { email });
  await call('POST', '/v1/sessions', {}, { email: `${email} x` });
  await call('DELETE', '/v1/account', { Cookie, ...ours }, { confirm: 'somebody@example.org' });
  assert.equal((await call('DELETE', '/v1/account', { Cookie, ...ours }, { confirm: email })).status, 200);

  const log = service.log();
  assert.ok(log.split('\n').length > 20, 'the log has the events');
  const token = new URL(link).searchParams.get('t') ?? assert.fail();
  const signature = new URL(file_url).searchParams.get('signature') ?? assert.fail();
  const session = Cookie.split('=')[1] ?? assert.fail();
  const private_ = {
    ...{ email, encoded: encodeURIComponent(email), fileName, stem: 'salaries-of', content },
    ...{ key: api_key.slice(7), secret: secret.slice(6), token, signature, session },
  };
  const found = Object.entries(private_).flatMap(([what, text]) =>
    log
      .split('\n')
      .filter((line) => line.includes(text))
      .map((line) => `${what}: ${line}`),
  );
  assert.deepEqual(found, []);
});

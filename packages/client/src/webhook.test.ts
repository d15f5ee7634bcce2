import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verifyWebhook, WebhookSignatureError, type WebhookCheck } from './webhook.ts';

const secret = 'whsec_for_this_test';
const body = '{"event":"webhook.test","data":{"message":"hello","created_at":"2026-01-01T00:00:00Z"}}';
const time = 1_767_225_600;

/** Signs `text` as the contract specifies (§8.4), independently of the client. */
function sign(text: string, at = time, by = secret): string {
  const key = createHash('sha256').update(by).digest('hex');
  return `t=${at},v1=${createHmac('sha256', key).update(`${at}.${text}`).digest('hex')}`;
}

const check = (changed: Partial<WebhookCheck>) =>
  verifyWebhook({ secret, body, signature: sign(body), now: () => time * 1000, ...changed });

test('returns the event of a correctly signed webhook request with a text or binary body', async () => {
  assert.deepEqual(await check({}), JSON.parse(body));
  assert.deepEqual(await check({ body: new TextEncoder().encode(body) }), JSON.parse(body));
});

test('accepts a webhook signature with a timestamp at most 5 minutes from now', async () => {
  for (const seconds of [-300, 300]) await check({ now: () => (time + seconds) * 1000 });
  for (const seconds of [-301, 301]) {
    await assert.rejects(check({ now: () => (time + seconds) * 1000 }), WebhookSignatureError);
  }
});

test('rejects a webhook request whose signature is wrong, altered or missing', async () => {
  const wrong = [
    sign(body, time, 'whsec_another'),
    sign(`${body} `),
    sign(body).replace(`t=${time}`, `t=${time + 1}`),
    sign(body).slice(0, -1),
    sign(body).toUpperCase(),
    `t=${time}`,
    '',
    null,
    undefined,
  ];
  for (const signature of wrong) await assert.rejects(check({ signature }), WebhookSignatureError);
});

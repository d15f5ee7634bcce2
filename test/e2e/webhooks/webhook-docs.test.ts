/**
 * Tests that the example receivers in docs/webhooks.md accept only correct signatures. Skips languages that are not
 * installed.
 */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  codeIn,
  isInstalled,
  languages,
  startInDocs,
  type RunningReceiver,
} from '../../support/jobs/webhook-docs.ts';

const secret = 'whsec_Zm9yIHRlc3RzIG9ubHkgLSBub2JvZHkgZWxzZSBoYXMgdGhpcw';
const body = '{"event":"webhook.test","data":{"message":"ä€😀\\u2028 is kept","n": 1 }}\n';

const keyOf = (text: string) => createHash('sha256').update(text).digest('hex');
const now = () => Math.floor(Date.now() / 1000);
const sign = (t: number | string, { key = keyOf(secret), of = body } = {}) =>
  `t=${t},v1=${createHmac('sha256', key).update(`${t}.${of}`).digest('hex')}`;

const signatures: readonly (readonly [what: string, status: number, header: () => string | undefined])[] = [
  ['with the current time', 204, () => sign(now())],
  ['that is 290 seconds old', 204, () => sign(now() - 290)],
  ['from a clock that is 290 seconds ahead', 204, () => sign(now() + 290)],
  ['that is 302 seconds old', 401, () => sign(now() - 302)],
  ['from a clock that is 310 seconds ahead', 401, () => sign(now() + 310)],
  ['with another secret', 401, () => sign(now(), { key: keyOf('whsec_other') })],
  ['keyed with the secret instead of its digest', 401, () => sign(now(), { key: secret })],
  ['of another body', 401, () => sign(now(), { of: body.trim() })],
  ['with another time', 401, () => sign(now()).replace(/t=\d+/, `t=${now() - 1}`)],
  ['that is missing', 401, () => undefined],
  ['that is empty', 401, () => ''],
  ['without t', 401, () => sign(now()).replace(/^t=\d+,/, '')],
  ['without v1', 401, () => `t=${now()}`],
  ['with an empty v1', 401, () => `t=${now()},v1=`],
  ['with half of v1', 401, () => sign(now()).slice(0, -32)],
  ['with letters for t', 401, () => sign('now')],
  ['with nothing for t', 401, () => sign('')],
];

for (const language of languages) {
  if (!isInstalled(language)) {
    test(language.name, { skip: 'not installed, so not run' }, () => undefined);
    continue;
  }
  describe(language.name, () => {
    let dir: string;
    let receiver: RunningReceiver;

    before(async () => {
      dir = await mkdtemp(path.join(tmpdir(), 'protean-e2e-'));
      receiver = await startInDocs(language, dir, secret);
    });

    after(async () => {
      await receiver.close();
      await rm(dir, { recursive: true, force: true });
    });

    for (const [what, status, header] of signatures) {
      test(`the documented receiver returns ${status} for a signature ${what}`, async () => {
        const signature = header();
        const response = await fetch(`${receiver.url}/hooks/protean`, {
          method: 'POST',
          body,
          headers: {
            'Content-Type': 'application/json',
            'User-Agent': 'Service-Webhook/1.0',
            'X-Service-Event': 'webhook.test',
            'X-Service-Delivery': '6b0e3f9c-6f0a-4b5e-9a41-000000000000',
            ...(signature === undefined ? {} : { 'X-Service-Signature': signature }),
          },
        });
        await response.arrayBuffer();
        assert.equal(response.status, status);
      });
    }
  });
}

test('the documentation contains a webhook receiver in each language', () => {
  for (const language of languages) assert.ok(codeIn(language).includes('WEBHOOK_SECRET'), language.name);
});

/** Runs every example of the API reference against a started server, as a reader would, and checks the result. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import {
  Description,
  type DescribedOperation,
} from '../../../packages/server/src/site/reference/description.ts';
import { examplesOf } from '../../../packages/server/src/site/reference/examples.ts';
import { requestOf } from '../../../packages/server/src/site/reference/example-request.ts';
import { installClient, photo, runExample, writeVideo } from '../../support/api/example-runs.ts';
import { FakeStripe } from '../../support/accounts/fake-stripe/server.ts';
import { closing, fixture, temporaryFolder } from '../../support/fixtures.ts';
import { accepted, ended, submitJson } from '../../support/jobs/jobs.ts';
import { linkIn, signUpMessage } from '../../support/accounts/messages.ts';
import { callWithKey } from '../../support/server/service.ts';
import { signIn } from '../../support/accounts/sessions.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';
import { uploaded } from '../../support/storage/uploads.ts';
import { startReceiver } from '../../support/jobs/webhook-receiver.ts';

const document = parse(
  readFileSync(new URL('../../../docs/openapi.yaml', import.meta.url), 'utf8'),
) as object;
const { operations } = new Description(document);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, 'openapi');

const stripeEvent = '{"id":"evt_1","type":"customer.updated","data":{"object":{"id":"cus_1"}}}';

const adminToken = 'operator-of-the-examples';

const here = fixture(async (stack) => {
  const stripe = closing(stack, await FakeStripe.start());
  const settings = {
    ADMIN_TOKEN: adminToken,
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
    ...stripe.settings,
  };
  const app = closing(stack, await openTestApp('sqlite', settings));
  const receiver = stack.use(await startReceiver());
  const dir = await temporaryFolder(stack);
  await installClient(dir);
  writeVideo(path.join(dir, 'video.mov'));
  return { app, stripe, receiver, dir, photo: await photo(), video: await readFile(`${dir}/video.mov`) };
});

let addresses = 0;

type Values = Readonly<Record<string, string>>;

/**
 * Functions that create the values of the variables in the examples. The parameter `made` contains the values that the
 * preceding functions in this list have created.
 */
const variables: Readonly<
  Record<string, (app: TestApp, customer: Customer, made: Values) => Promise<string>>
> = {
  JOB_ID: async (app, customer) => {
    await callWithKey(`${app.service.url}/v1/webhooks/secret`, customer.key, { method: 'POST', body: {} });
    // Converts an upload, because the example for running a job again requires one.
    const file_id = await uploaded(app, customer, here.photo, 'photo.png');
    const webhook_url = `${here.receiver.url}/hook`;
    const id = await accepted(submitJson(app, customer, { file_id, target: 'webp', webhook_url }));
    await ended(app, customer, id);
    return id;
  },
  // Returns the id of a delivery of the latest job, which the function JOB_ID has created.
  DELIVERY_ID: async (app, customer) => {
    const listed = await ask(app, '/v1/jobs', customer);
    const [job] = (JSON.parse(listed.body.toString()) as { jobs: { job_id: string }[] }).jobs;
    const { body } = await ask(app, `/v1/jobs/${job?.job_id}/deliveries`, customer);
    const [one] = (JSON.parse(body.toString()) as { deliveries: { delivery_id: string }[] }).deliveries;
    return one?.delivery_id ?? assert.fail('the job has no delivery');
  },
  FILE_URL: async (app, customer) => {
    const fields = [['file', new File([here.photo], 'photo.png')] as const, ['target', 'webp'] as const];
    const { body } = await ask(app, '/v1/convert', customer, {
      fields,
      headers: { Accept: 'application/json' },
    });
    const { pathname, search } = new URL((JSON.parse(body.toString()) as { file_url: string }).file_url);
    return app.service.url + pathname + search;
  },
  KEY_ID: async ({ service }, { key }) => {
    const { body } = await callWithKey(`${service.url}/v1/keys`, key, {
      method: 'POST',
      body: { name: 'a' },
    });
    return (JSON.parse(body.toString()) as { id: string }).id;
  },
  EMAIL: () => Promise.resolve(`reader${(addresses += 1)}@example.com`),
  LINK: async ({ service }) => {
    const email = `reader${(addresses += 1)}@example.com`;
    return linkIn(await signUpMessage(service, email), service.url);
  },
  UPLOAD_URL: async ({ service }, { key }) => {
    const body = { filename: 'photo.png' };
    const answer = await callWithKey(`${service.url}/v1/uploads`, key, { method: 'POST', body });
    const { pathname, search } = new URL(
      (JSON.parse(answer.body.toString()) as { upload_url: string }).upload_url,
    );
    return service.url + pathname + search;
  },
  UPLOAD_ID: async ({ service }, { key }) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(here.photo.length),
    };
    const answer = await fetch(`${service.url}/v1/uploads`, { method: 'POST', headers });
    return ((await answer.json()) as { file_id: string }).file_id;
  },
  COOKIE: ({ service }, _customer, { EMAIL = `reader${(addresses += 1)}@example.com` }) =>
    signIn(service, EMAIL),
  WEBHOOK_URL: async ({ service }, { key }) => {
    await callWithKey(`${service.url}/v1/webhooks/secret`, key, { method: 'POST', body: {} });
    return `${here.receiver.url}/hook`;
  },
  STRIPE_SIGNATURE: () => Promise.resolve(here.stripe.signature(stripeEvent)),
  ADMIN_TOKEN: () => Promise.resolve(adminToken),
};

/** First bytes of the files that examples write. */
const beginnings: Readonly<Record<string, RegExp>> = {
  'account.zip': /^PK/,
  'photo.webp': /^RIFF....WEBP/s,
  'openapi.json': /^\{"openapi":"3\.1\.0"/,
  'llms.txt': /^# Protean\n/,
  'openapi.yaml': /^openapi: 3\.1\.0/,
};

/** Expected output of the examples with a response that is not JSON, by media type. */
const texts: Readonly<Record<string, RegExp>> = {
  'text/event-stream': /^event: status\ndata: \{"status":"completed","progress":100\}$/m,
  'text/plain': /^# HELP protean_/m,
  'text/html': /<form method="post"|<code class="secret"[^>]*>svc_sk_/,
};

for (const operation of operations) {
  describe(operation.operationId, { concurrency: 3 }, () => {
    for (const example of examplesOf(operation)) {
      test(`the ${example.language} example produces the documented response`, async () => {
        const { app, photo, video } = here;
        const customer = await app.customer('hobby', busy);
        const dir = path.join(here.dir, `${operation.operationId}-${example.syntax}`);
        await mkdir(dir);
        await writeFile(path.join(dir, 'photo.png'), photo);
        await writeFile(path.join(dir, 'video.mov'), video);
        await writeFile(path.join(dir, 'event.json'), stripeEvent);
        const named = new Set(example.code.match(/[A-Z][A-Z_]+[A-Z]/g));
        const values: Record<string, string> = {
          PROTEAN_URL: app.service.url,
          PROTEAN_API_KEY: customer.key,
        };
        for (const [name, make] of Object.entries(variables))
          if (named.has(name)) values[name] = await make(app, customer, values);
        const printed = await runExample(example, dir, values);
        await assertResult(operation, printed, dir);
      });
    }
  });
}

async function assertResult(operation: DescribedOperation, printed: string, dir: string): Promise<void> {
  const { saveAs, printsHeader } = requestOf(operation);
  if (saveAs !== undefined) {
    const text = await readFile(path.join(dir, saveAs), 'latin1');
    assert.match(text, beginnings[saveAs] ?? /^$/, saveAs);
    return;
  }
  if (printsHeader !== undefined) return assert.match(printed.trim(), /^\d+$/);
  const [status = ''] = Object.keys(operation.responses).filter((one) => one.startsWith('2'));
  const [type = ''] = Object.keys(operation.responses[status]?.content ?? {});
  if (type === '') return assert.equal(printed.trim(), '');
  if (type !== 'application/json') return assert.match(printed, texts[type] ?? /^$/);
  // Examples that use the client library are checked too. The library and the HTTP examples wait for a job in different
  // ways, but the printed record is the same.
  const pointer = ['paths', operation.path, operation.method, 'responses', status, 'content', type, 'schema'];
  const name = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const validate = ajv.getSchema(`openapi#/${name}`);
  assert.ok(validate, name);
  // An MCP response is an event stream with one event.
  const json = /^data: (\{.*)$/m.exec(printed)?.[1] ?? printed;
  assert.ok(validate(JSON.parse(json)), `${ajv.errorsText(validate.errors)}: ${printed.slice(0, 300)}`);
}

const ofUsage = operations.filter(({ operationId }) => operationId === 'getUsage').flatMap(examplesOf);

for (const example of ofUsage) {
  test(`the ${example.language} example fails if the server refuses its request`, async () => {
    const dir = path.join(here.dir, `refused-${example.syntax}`);
    await mkdir(dir);
    const variables = { PROTEAN_URL: here.app.service.url, PROTEAN_API_KEY: 'svc_sk_wrong' };
    await assert.rejects(runExample(example, dir, variables), /401|invalid_api_key/);
  });
}

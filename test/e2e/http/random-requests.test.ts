/**
 * Sends random requests to every operation in the OpenAPI document. Checks that the server returns no status of 500 or
 * above, and that all responses match the document. The seed is the current day. `SEED=<number>` repeats a run.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import {
  fetchInit,
  operationsOf,
  RequestMaker,
  type DescribedApi,
  type MadeRequest,
} from '../../support/api/described-requests.ts';
import { ResponseChecker } from '../../support/api/described-responses.ts';
import { FakeStripe } from '../../support/accounts/fake-stripe/server.ts';
import {
  ask,
  busy,
  openTestApp,
  toYaml,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';

const document = parse(
  readFileSync(new URL('../../../docs/openapi.yaml', import.meta.url), 'utf8'),
) as DescribedApi;
const seed = Number(process.env['SEED'] ?? Math.floor(Date.now() / 86_400_000));
/** Maximum number of requests and maximum duration per operation. */
const most = { requests: 80, ms: 5_000 };

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const files = [
  { name: 'a.json', content: btoa('{"a":[1,"ä"]}') },
  { name: 'a.csv', content: btoa('a,b\n1,2\n') },
  { name: 'photo.png', content: pixel },
  { name: 'photo.json', content: pixel },
  { name: 'empty.json', content: '' },
];
const formats = ['json', '.YAML', 'toml', 'csv', 'xml', 'png', 'webp', 'jpeg', 'nix'];

describe('responds to random requests as documented', { concurrency: 4, timeout: 120_000 }, () => {
  let stripe: FakeStripe;
  let app: TestApp;
  let maker: RequestMaker;
  let owner: Customer;
  const checker = ResponseChecker.ofRepository();

  before(async () => {
    stripe = await FakeStripe.start();
    app = await openTestApp('sqlite', stripe.settings);
    owner = await app.customer('hobby', busy);
    const submitted = await ask(app, '/v1/jobs', owner, { fields: toYaml() });
    const { job_id: job } = JSON.parse(submitted.body.toString()) as { job_id: string };
    const names = {
      target: formats,
      source: formats,
      ext: formats,
      id: [job, job.toUpperCase(), job.slice(1)],
    };
    maker = new RequestMaker(document, { names, files });
  });

  after(async () => {
    await app.close();
    await stripe.close();
  });

  for (const operation of operationsOf(document)) {
    test(`responds to random ${operation.method.toUpperCase()} ${operation.path} requests as documented in OpenAPI`, async () => {
      // A request to an endpoint below /v1/keys may revoke the API key in its own header, so the test uses a separate
      // customer for such requests.
      const isOfKeys = operation.path.startsWith('/v1/keys');
      let customer = isOfKeys ? await app.customer('hobby', busy) : owner;
      const property = fc.asyncProperty(maker.requestsOf(operation), async (request) => {
        const { status } = await send(request, customer);
        if (status === 401 && request.auth === 'key' && isOfKeys)
          customer = await app.customer('hobby', busy);
      });
      await fc.assert(property, {
        seed,
        numRuns: most.requests,
        interruptAfterTimeLimit: most.ms,
        endOnFailure: false,
      });
    });
  }

  async function send(request: MadeRequest, { key }: Customer): Promise<{ status: number }> {
    const response = await fetch(app.service.url + request.path, await fetchInit(request, key));
    const body = Buffer.from(await response.arrayBuffer());
    const { status } = response;
    assert.ok(status < 500, `${status}: ${body.toString()}`);
    const headers = Object.fromEntries(response.headers);
    // `fetch` has already decompressed the body, so the header is removed.
    delete headers['content-encoding'];
    const { method, path } = request;
    assert.equal(checker.problemOf({ method, path, status, headers, body }), undefined);
    return { status };
  }
});

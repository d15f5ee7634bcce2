import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fastify, type InjectOptions } from 'fastify';
import { z } from 'zod';
import { handleFailures } from './failures.ts';
import { addValidation } from './validation.ts';

const server = fastify();
server.decorate('minimumThroughput', { bytesPerSecond: 1, seconds: 60 });
handleFailures(server);
addValidation(server);

const name = z.string('a text of 3 letters').regex(/^[a-z]{3}$/, 'a text of 3 letters');
server.get(
  '/things/:id',
  { schema: { params: z.object({ id: name }), querystring: z.strictObject({ name: name.optional() }) } },
  ({ params, query }) => ({ params, query }),
);
const body = z.strictObject({ name: name.default('abc') }, 'a JSON object');
server.post('/things', { schema: { body } }, (request) => ({ body: request.body }));
const form = { content: { 'multipart/form-data': { schema: z.object({ file: z.string() }) } } };
server.post('/forms', { schema: { body: form } }, (request) => ({ parsed: request.body ?? null }));
server.post('/streams', (request) => ({ parsed: request.body ?? null }));
after(() => server.close());

const json = { 'Content-Type': 'application/json' };
const post = (payload: string, headers: Record<string, string> = json): InjectOptions => ({
  method: 'POST',
  url: '/things',
  headers,
  payload,
});

const refused: [what: string, request: InjectOptions, status: number, message: RegExp, field?: string][] = [
  ['an invalid path parameter', { url: '/things/x1' }, 404, /^a text of 3 letters$/],
  [
    'an invalid query parameter',
    { url: '/things/abc?name=x' },
    400,
    /query parameter "name" must be a text of 3 letters\./,
    'name',
  ],
  [
    'a query parameter sent twice',
    { url: '/things/abc?name=abc&name=abc' },
    400,
    /query parameter "name" must/,
    'name',
  ],
  [
    'an unknown query parameter',
    { url: '/things/abc?nam=abc' },
    400,
    /Unknown query parameter "nam"\. Did you mean name\?/,
    'nam',
  ],
  [
    'an invalid field in the body',
    post('{"name":1}'),
    400,
    /The field "name" must be a text of 3 letters\./,
    'name',
  ],
  ['an unknown field in the body', post('{"nam":"abc"}'), 400, /Unknown field "nam"/, 'nam'],
  ['a list as the body', post('[]'), 400, /The body must be a JSON object\./],
  ['null as the body', post('null'), 400, /The body must be a JSON object\./],
  ['malformed JSON', post('{'), 400, /not valid JSON/],
  [
    'a body that is not sent as JSON',
    post('{}', { 'Content-Type': 'text/plain' }),
    400,
    /Send the body as JSON/,
    'Content-Type',
  ],
];

for (const [what, request, status, message, field] of refused) {
  test(`rejects ${what} with ${status} and states the reason`, async () => {
    const response = await server.inject(request);
    const { error } = response.json<{ error: { message: string; details?: { field?: string } } }>();
    assert.equal(response.statusCode, status, error.message);
    assert.match(error.message, message);
    assert.equal(error.details?.field, field);
  });
}

test('passes the parsed path, query and body values to the endpoint', async () => {
  const got = await server.inject('/things/abc?name=def');
  assert.deepEqual(got.json(), { params: { id: 'abc' }, query: { name: 'def' } });
  assert.deepEqual((await server.inject(post('{"name":"xyz"}'))).json(), { body: { name: 'xyz' } });
});

test('treats a missing request body as an empty JSON object', async () => {
  for (const request of [{ method: 'POST', url: '/things' } as const, post('', json)])
    assert.deepEqual((await server.inject(request)).json(), { body: { name: 'abc' } });
});

for (const url of ['/forms', '/streams']) {
  test(`does not parse the request body at ${url}, because the endpoint declares no JSON body`, async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const response = await server.inject({ method: 'POST', url, headers, payload: '--b--' });
    assert.deepEqual([response.statusCode, response.json()], [200, { parsed: null }]);
  });
}

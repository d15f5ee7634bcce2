/** Applies the example option in CONTRIBUTING.md to a copy of the project, and tests the option in every interface. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { browserFixture, openTool } from '../../support/pages/browser.ts';
import { choose, filesFixture } from '../../support/pages/convert-page.ts';
import { PatchedCopy } from '../../support/api/patched-copy.ts';
import { answerOf, post, type Service } from '../../support/server/service.ts';

const described = {
  type: 'string',
  pattern: '^[a-z]{1,20}$',
  description: 'A word that comes with the request.',
};

const chromium = browserFixture();
const files = filesFixture();
const site = createServer((_request, response) => response.end('{"a":1}'));
let copy: PatchedCopy;
let service: Service;

before(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  copy = await PatchedCopy.of('adding-an-option.patch');
  await copy.node('test/docs/write.ts');
  await copy.node('packages/web/build.ts');
  service = await copy.startService({ INSTALLATION: 'private', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' });
});

after(async () => {
  site.close();
  // Does not call `close`, which compares all responses with docs/openapi.yaml and would fail for the new option.
  await service.stop();
  await rm(service.dataDir, { recursive: true, force: true });
  await copy[Symbol.asyncDispose]();
});

const postJson = async (address: string, body: unknown) =>
  answerOf(
    await fetch(service.url + address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify(body),
    }),
  );

const ways: Readonly<Record<string, (note: string) => ReturnType<typeof answerOf>>> = {
  form: (note) =>
    post(`${service.url}/api/convert`, [
      ['file', new File(['{"a":1}'], 'a.json')],
      ['target', 'yaml'],
      ['note', note],
    ]),
  'JSON body': (note) => {
    const source_url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/a.json`;
    return postJson('/v1/convert', { source_url, target: 'yaml', note });
  },
};

test('adding the example option changes only options.ts and the UI messages', async () => {
  const changed = (await copy.files()).filter((file) => !file.startsWith('packages/messages/domain/'));
  assert.deepEqual(
    changed.map((file) => path.basename(file)),
    ['options.ts'],
  );
  await copy.node('test/structure/named-in-messages.test.ts');
});

for (const [name, send] of Object.entries(ways)) {
  test(`accepts the example option in a ${name} and rejects an invalid value`, async () => {
    assert.equal((await send('hello')).status, 200);
    const { status, error } = await send('Hello 1');
    assert.equal(status, 400);
    assert.equal(error.message, 'The option "note" is not valid: it must be 1 to 20 letters.');
    assert.deepEqual([error.details?.['field'], error.details?.['allowed']], ['note', described]);
  });
}

test('GET /v1/formats/json/yaml describes the example option', async () => {
  const { body } = await answerOf(await fetch(`${service.url}/v1/formats/json/yaml`));
  const { options } = JSON.parse(body.toString()) as { options: Record<string, unknown> };
  assert.deepEqual(options['note'], described);
});

test('the MCP tool accepts the example option', async () => {
  const call = async (method: string, params: unknown) =>
    (await postJson('/mcp', { jsonrpc: '2.0', id: 1, method, params })).body.toString();
  const route = { source_format: 'json', target_format: 'yaml' };
  const options = await call('tools/call', { name: 'list_options', arguments: route });
  assert.ok(options.includes(`"note":${JSON.stringify(described)}`), options);
  const given = { base64_content: btoa('{"a":1}'), ...route };
  const convert = (note: string) =>
    call('tools/call', { name: 'convert_file', arguments: { ...given, options: { note } } });
  assert.match(await convert('hello'), /"status":"completed"/);
  assert.match(await convert('Hello 1'), /it must be 1 to 20 letters/);
});

test('the command line accepts the example option and lists the option in its help', async () => {
  const main = 'packages/cli/src/main.ts';
  const help = await copy.node(main, 'convert', '--help', 'json', 'yaml');
  assert.match(help.stdout.toString(), /^ {2}--note VALUE +A word that comes with the request\.$/m);
  const [input, output] = ['a.json', 'a.yaml'].map((name) => path.join(copy.folder, name)) as [
    string,
    string,
  ];
  await writeFile(input, '{"a":1}');
  await copy.node(main, 'convert', input, output, '--note', 'hello');
  assert.equal(await readFile(output, 'utf8'), 'a: 1\n');
});

test('the convert page shows a labelled field for the example option', async () => {
  await using opened = await openTool(chromium, service.url);
  const { page, problems } = opened;
  await choose(page, await files.write('a.json', '{"a":1}'), 'yaml');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByLabel('Note').waitFor();
  assert.deepEqual(problems, []);
});

test('test/docs/write.ts adds the example option to the OpenAPI document, the client and the docs', async () => {
  await copy.node('test/docs/write.ts');
  const read = (file: string) => readFile(path.join(copy.folder, file), 'utf8');
  const openApi = await read('docs/openapi.yaml');
  assert.match(openApi, /^ {4}OptionNote:$/m);
  assert.match(openApi, /note:\n\s+\$ref: "?#\/components\/schemas\/OptionNote/);
  assert.match(await read('packages/client/src/generated/conversion-options.ts'), /^ {2}note\?: string/m);
  assert.match(
    await read('docs/api/options.md'),
    /^\| `note` +\| 1 to 20 letters +\| +\| each file +\| A word that comes with the request\. +\|$/m,
  );
});

test('the reference page of POST /v1/convert describes the example option', async () => {
  const { body } = await answerOf(await fetch(`${service.url}/docs/convert`));
  assert.match(body.toString(), /A word that comes with the request\./);
});

/**
 * Tests the API reference at /docs: its contents without scripts, its search, requests that users send from the
 * reference, and its accessibility on phones and desktops.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { Description } from '../../../packages/server/src/site/reference/description.ts';
import { FakeStripe } from '../../support/accounts/fake-stripe/server.ts';
import { assertAccessible, browserFixture, openPage } from '../../support/pages/browser.ts';
import { closing, fixture } from '../../support/fixtures.ts';
import { busy, openTestApp } from '../../support/server/test-app.ts';

const here = fixture(async (stack) => {
  // The reference shows payment operations only if the server sells plans.
  const stripe = closing(stack, await FakeStripe.start());
  const app = closing(stack, await openTestApp('sqlite', stripe.settings));
  const { key } = await app.customer('hobby', busy);
  return { app, key };
});
const chromium = browserFixture();
const document = parse(
  readFileSync(new URL('../../../docs/openapi.yaml', import.meta.url), 'utf8'),
) as object;
const { operations, tags, webhooks } = new Description(document);

const read = async (path: string) => {
  const response = await fetch(here.app.service.url + path);
  return { status: response.status, text: await response.text() };
};
const pages = ['/docs', '/docs/errors', ...tags.map(({ name }) => `/docs/${name}`)];

for (const { name } of tags) {
  test(`the API reference shows every operation of the section "${name}" with all its parameters`, async () => {
    const { text } = await read(`/docs/${name}`);
    for (const { operationId, path, parameters, tags: own } of [...operations, ...webhooks]) {
      if (!own.includes(name)) continue;
      const id = operationId.startsWith('job') || operationId === 'webhookTest' ? path : operationId;
      const [, marked = assert.fail(`${id} is missing`)] = text.split(
        `<section class="operation" id="${id}"`,
      );
      const section = marked.replaceAll('<wbr />', '');
      for (const part of [path, ...parameters.map((parameter) => parameter.name)])
        assert.ok(section.includes(`<code>${part}</code>`), `${id}: ${part}`);
    }
  });
}

test('the API reference lists each error example under its status', async () => {
  const { text } = await read('/docs/errors');
  const rows = [...text.matchAll(/<strong>(\d+)<\/strong>[^]*?<dd>([^]*?)<\/dd>/g)];
  const statusesOf = (words: RegExp) =>
    rows.flatMap(([, status = '', message = '']) => (words.test(message) ? [status] : []));
  assert.deepEqual(statusesOf(/query parameter/), ['400']);
  assert.deepEqual(statusesOf(/Tus-Resumable/), ['412']);
  assert.deepEqual(statusesOf(/range begins after the end/), ['416']);
  for (const path of pages) assert.doesNotMatch((await read(path)).text, /-9007199254740991/, path);
});

test('the API reference search finds only operations that contain every word of the query', async () => {
  const { text } = await read('/docs?q=cancel%20job');
  assert.match(text, /href="\/docs\/jobs#cancelJob"/);
  assert.doesNotMatch(text, /#listFormats"/);
  const none = await read('/docs?q=%3Cscript%3E');
  assert.match(none.text, /No operation contains “&#60;script&#62;”/);
});

test('for an unknown path below /docs, returns status 404 and the page "Page not found"', async () => {
  const { status, text } = await read('/docs/nothing');
  assert.equal(status, 404);
  assert.match(text, /<h1>Page not found<\/h1>/);
});

/**
 * Pages that consist of the same components as the page /docs/convert. Each of these alike pages is tested at only one
 * width.
 */
const isAlike = new Set(tags.filter(({ name }) => name !== 'convert').map(({ name }) => `/docs/${name}`));

/**
 * Script that returns the code blocks with lines that are cut off, because the lines are longer than the block is wide.
 */
const cutCode =
  "[...document.querySelectorAll('pre')].filter((block) => block.scrollWidth > block.clientWidth).map(({ textContent }) => textContent)";

for (const path of pages) {
  test(`the page ${path} is accessible, fits its viewport and shows code in full`, async () => {
    for (const width of isAlike.has(path) ? [390] : [390, 1440]) {
      const viewport = { width, height: 900 };
      await using opened = await openPage(chromium, here.app.service.url + path, { viewport });
      const { page, problems } = opened;
      await assertAccessible(page);
      const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(wider <= 0, `${path} is ${wider} px too wide at ${width}`);
      assert.deepEqual(await page.evaluate(cutCode), [], `${path} cuts code off at ${width}`);
      assert.deepEqual(problems, []);
    }
  });
}

test("an operation's Copy button copies the example in the selected programming language", async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  await using opened = await openPage(chromium, `${here.app.service.url}/docs/usage`, { permissions });
  const { page, problems } = opened;
  const usage = page.locator('#getUsage');
  await usage.getByRole('radio', { name: 'Python' }).check();
  await usage.getByRole('button', { name: 'Copy', exact: true }).click();
  await usage.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.equal(copied, await usage.locator('.example.python code').textContent());
  assert.deepEqual(problems, []);
});

test('the API reference stores the API key only in the browser tab', async () => {
  await using opened = await openPage(chromium, `${here.app.service.url}/docs/usage`);
  const { page, problems } = opened;
  const usage = page.locator('#getUsage');
  const send = async () => {
    await usage.getByRole('button', { name: 'Send' }).click();
    await usage.locator('.try-status').waitFor();
  };
  await usage.getByText('Try it').click();
  await send();
  assert.match(await usage.locator('.try-status').innerText(), /^401/);
  await page.getByLabel('API key').fill(here.key);
  await send();
  await usage.locator('.try-status.ok').waitFor();
  assert.match(await usage.getByLabel('Body').innerText(), /"plan": "hobby"/);
  await usage.getByText(/\d+ headers/).click();
  assert.match(await usage.getByLabel('Headers').innerText(), /x-request-id: [\w-]+/);
  await page.reload();
  assert.equal(await page.getByLabel('API key').inputValue(), here.key);
  const elsewhere = await page.evaluate<string>('JSON.stringify(localStorage) + document.cookie');
  assert.doesNotMatch(elsewhere, /svc_sk_/);
  await assertAccessible(page);
  assert.deepEqual(problems, []);
});

test('the "Try it" form in the API reference converts a file and offers the result for download', async () => {
  await using opened = await openPage(chromium, `${here.app.service.url}/docs/convert`);
  const { page, problems } = opened;
  const operation = page.locator('#convertAnonymously');
  await operation.getByText('Try it').click();
  await operation
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await operation.getByLabel('target').fill('yaml');
  await operation.getByRole('button', { name: 'Send' }).click();
  await operation.locator('.try-status.ok').waitFor();
  const download = page.waitForEvent('download');
  await operation.getByRole('link', { name: 'Download a.yaml' }).click();
  assert.equal(readFileSync(await (await download).path(), 'utf8'), 'a: 1\n');
  assert.deepEqual(problems, []);
});

test('choosing a language for one example in the API reference switches all examples', async () => {
  await using opened = await openPage(chromium, `${here.app.service.url}/docs/jobs`);
  const { page, problems } = opened;
  await page.locator('#createJob').getByRole('radio', { name: 'Python' }).check();
  assert.ok(await page.locator('#listJobs .example.python').isVisible());
  assert.ok(!(await page.locator('#listJobs .example.sh').isVisible()));
  await page.goto(`${here.app.service.url}/docs`);
  assert.ok(await page.locator('.example.python').isVisible());
  await page.getByLabel('Search operations').fill('webhook');
  await page.getByText(/^\d+ of \d+ operations$/).waitFor();
  assert.ok(await page.getByRole('link', { name: '/v1/webhooks/test' }).isVisible());
  assert.ok(!(await page.getByRole('link', { name: 'GET /v1/usage', exact: true }).isVisible()));
  assert.deepEqual(problems, []);
});

test('serves llms.txt with a title, a summary and valid links', async () => {
  const { text } = await read('/llms.txt');
  const [title, , summary] = text.split('\n');
  assert.equal(title, '# Protean');
  assert.match(summary ?? '', /^> Converts files between \d+ formats with \d+ routes, /);
  const links = [...text.matchAll(/\]\((http:[^)]+)\)/g)].map(([, link = '']) => new URL(link));
  assert.ok(links.length > tags.length);
  for (const { pathname, port } of links) {
    assert.equal(port, new URL(here.app.service.url).port);
    assert.equal((await read(pathname)).status, 200, pathname);
  }
  assert.match(text, /\/v1\/jobs\/\{id\}/);
});

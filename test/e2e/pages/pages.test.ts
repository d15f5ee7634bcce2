/** Tests the pages' security policy, languages, themes and assets, with and without scripts and a path prefix. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible, browserFixture, openPage, openTool } from '../../support/pages/browser.ts';
import { inProcessFixture, serviceFixture } from '../../support/fixtures.ts';
import { pathProxyFixture } from '../../support/server/path-proxy.ts';
import { until } from '../../support/server/service.ts';

const service = serviceFixture();
const throttled = inProcessFixture({ RATE_OVERRIDES: '{"reading":1}' });
const chromium = browserFixture();

const textOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(service.url + path, { headers })).text();

test('the content security policy forbids inline code and other origins', async () => {
  const { headers } = await fetch(`${service.url}/`);
  const policy = headers.get('content-security-policy') ?? '';
  assert.doesNotMatch(policy, /unsafe|data:|https?:|\*/);
  for (const part of ["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"])
    assert.ok(policy.split('; ').includes(part), part);
  assert.doesNotMatch(await textOf('/'), /<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/);
});

test("uses the browser's language until the user chooses a language, and remembers the choice", async () => {
  assert.match(await textOf('/'), /<html lang="en" dir="ltr"/);
  assert.match(await textOf('/', { 'Accept-Language': 'nl, ar;q=0.9' }), /<html lang="ar" dir="rtl"/);
  const chosen = await fetch(`${service.url}/?lang=de`);
  const [cookie = ''] = chosen.headers.getSetCookie();
  assert.match(cookie, /^protean-language=de; Path=\/; Max-Age=\d+; SameSite=Lax$/);
  const kept = await textOf('/', { Cookie: cookie.split(';')[0] ?? '', 'Accept-Language': 'fr' });
  assert.match(kept, /<h1>Dateien umwandeln<\/h1>/);
  assert.match(await textOf('/?lang=xx&theme=%22'), /<html lang="en" dir="ltr" data-theme="auto"/);
});

test('serves compressed assets, and allows browsers to cache them for one year as immutable', async () => {
  const [path = assert.fail('the pages are not built')] =
    /\/assets\/main-[\w-]+\.css/.exec(await textOf('/')) ?? [];
  const plain = await fetch(service.url + path, { headers: { 'Accept-Encoding': 'identity' } });
  assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.match(plain.headers.get('content-type') ?? '', /^text\/css/);
  for (const encoding of ['gzip', 'br']) {
    const { headers } = await fetch(service.url + path, { headers: { 'Accept-Encoding': encoding } });
    assert.equal(headers.get('content-encoding'), encoding);
  }
  for (const wrong of ['/assets/manifest.json', '/assets/..%2fmanifest.json', '/assets/page.css'])
    assert.equal((await fetch(service.url + wrong)).status, 404, wrong);
});

test('applies a chosen theme immediately and keeps it after a reload', async () => {
  await using opened = await openPage(chromium, service.url);
  const { page } = opened;
  const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  await page.locator('summary', { hasText: 'Theme' }).click();
  await page.getByRole('link', { name: 'Dark' }).click();
  assert.equal(await ground(), 'rgb(13, 20, 23)');
  await page.reload();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  assert.equal(await ground(), 'rgb(13, 20, 23)');
  assert.deepEqual(opened.problems, []);
});

test('returns an error page to browsers and a JSON error to other clients', async () => {
  const wanted = { Accept: 'text/html,*/*;q=0.8' };
  const missing = await fetch(`${service.url}/nothing-here`, { headers: wanted });
  assert.deepEqual([missing.status, missing.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
  assert.match(await missing.text(), /Page not found/);
  for (const [path, headers] of [
    ['/nothing-here', {}],
    ['/v1/nothing-here', wanted],
  ] as const) {
    const answer = await fetch(service.url + path, { headers });
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, path);
  }
  await fetch(`${throttled.url}/`);
  const refused = await fetch(`${throttled.url}/`, { headers: wanted });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.match(
    await refused.text(),
    /<h1>Too many requests<\/h1>\s*<p class="lead">Try again in \d+ seconds?\.<\/p>/,
  );
});

test('if scripts are disabled, converts a file with the HTML form', async () => {
  await using opened = await openPage(chromium, service.url, { javaScriptEnabled: false });
  const { page } = opened;
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await page.getByLabel('Convert to').selectOption('yaml');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Convert' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'a.yaml');
});

for (const width of [390, 820, 1440]) {
  test(`the convert page fits a width of ${width} pixels and passes the axe accessibility checks`, async () => {
    for (const locale of ['en', 'de', 'ar']) {
      await using opened = await openTool(chromium, service.url, {
        locale,
        viewport: { width, height: 900 },
      });
      const { page } = opened;
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      assert.equal(await page.evaluate(overflow), 0, locale);
      if (locale !== 'de') await assertAccessible(page);
    }
  });
}

const below = pathProxyFixture();

test('behind a proxy, all assets and cookies of a page are below the path prefix', async () => {
  await using opened = await openPage(chromium, `${below.url}/?theme=dark`);
  const { page, problems, requests } = opened;
  assert.equal(await page.evaluate<boolean>('document.styleSheets.length > 0'), true);
  assert.deepEqual(
    requests.filter((url) => !url.startsWith(`${below.url}/`)),
    [],
  );
  const [cookie] = await page.context().cookies();
  assert.equal(cookie?.path, '/tools');
  assert.deepEqual(problems, []);
});

describe('serves a page for each pair of formats', () => {
  test('without scripts, the page of a format pair shows the target, an example command and the losses', async () => {
    const text = await textOf('/docx-to-pdf');
    for (const part of [
      '<h1>DOCX to PDF</h1>',
      '<h2>Kept</h2>',
      '<h2>What changes</h2>',
      '<li>Looks the same.</li><li>Text can no longer be edited as headings, lists and tables.</li>',
    ])
      assert.ok(text.includes(part), part);
    assert.match(text, /curl -f \S+\/api\/convert [^<]*-F file=@file\.docx -F target=pdf/);
    assert.match(text, /<option selected>\s*pdf\s*<\/option>/);
    assert.match(await textOf('/docx-to-pdf?lang=fr'), /<h1>DOCX en PDF<\/h1>/);
  });

  test('redirects a format alias to the canonical page, and returns a 404 page for an unknown pair', async () => {
    const alias = await fetch(`${service.url}/jpeg-to-png`, { redirect: 'manual' });
    assert.deepEqual([alias.status, alias.headers.get('location')], [301, '/jpg-to-png']);
    for (const path of ['/mp3-to-docx', '/nix-to-nox']) {
      const missing = await fetch(service.url + path);
      assert.equal(missing.status, 404);
      assert.match(await missing.text(), /Page not found/);
    }
  });

  test("a format pair's page preselects the target and passes the axe accessibility checks", async () => {
    await using opened = await openTool(chromium, `${service.url}/json-to-yaml`);
    const { page, problems } = opened;
    await page
      .getByLabel('Choose files')
      .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('[1]') });
    const target = page.getByLabel('Convert to', { exact: true });
    await until('the target is YAML', 60_000, async () => (await target.inputValue()) === 'YAML');
    await assertAccessible(page);
    assert.deepEqual(problems, []);
  });
});

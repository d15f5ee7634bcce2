/** Tests the pages /formats and /formats/{ext}, which list every format with its targets and sources. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, browserFixture, openPage } from '../../support/pages/browser.ts';
import { serviceFixture } from '../../support/fixtures.ts';

const service = serviceFixture();
const chromium = browserFixture();

const get = (path: string) => fetch(service.url + path, { redirect: 'manual' });

const linksOf = async (path: string) =>
  [...(await (await get(path)).text()).matchAll(/href="(\/[^"#?]*)/g)].map(([, link = '']) => link);

test('the format pages link to every format, target and source', async () => {
  const { formats } = (await (await get('/v1/formats')).json()) as {
    formats: { ext: string; targets: string[] }[];
  };
  const listed = new Set(await linksOf('/formats'));
  for (const { ext } of formats) assert.ok(listed.has(`/formats/${ext}`), ext);
  const docx = formats.find(({ ext }) => ext === 'docx') ?? assert.fail('docx is not offered');
  const linked = new Set(await linksOf('/formats/docx'));
  for (const target of docx.targets) assert.ok(linked.has(`/docx-to-${target}`), target);
  assert.ok(linked.has('/odt-to-docx'));
  assert.match(await (await get('/formats/docx')).text(), /\.docx<\/code>/);
});

test('redirects the page of a format alias to the page of the format, and returns 404 for an unknown format', async () => {
  const alias = await get('/formats/jpeg');
  assert.deepEqual([alias.status, alias.headers.get('location')], [301, '/formats/jpg']);
  const missing = await get('/formats/nix');
  assert.equal(missing.status, 404);
  assert.match(await missing.text(), /Page not found/);
});

test('all links on the page of a format pair are valid', async () => {
  const links = [...new Set(await linksOf('/docx-to-pdf'))];
  assert.ok(links.includes('/formats/docx') && links.includes('/formats'), links.join(' '));
  for (const link of links) assert.equal((await get(link)).status, 200, link);
});

for (const path of ['/formats', '/formats/docx', '/docx-to-pdf']) {
  test(`the page ${path} is accessible and fits a phone screen in both text directions`, async () => {
    for (const locale of ['en', 'ar']) {
      await using opened = await openPage(chromium, service.url + path, {
        locale,
        viewport: { width: 390, height: 844 },
      });
      const { page } = opened;
      await assertAccessible(page);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(overflow <= 0, `${overflow} pixels too wide`);
      assert.deepEqual(opened.problems, []);
    }
  });
}

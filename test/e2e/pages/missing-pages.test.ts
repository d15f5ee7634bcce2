/** The 404 page links to the pages with the most similar addresses (contract §11.2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceFixture } from '../../support/fixtures.ts';

const service = serviceFixture();

const missingPages: readonly [path: string, links: readonly string[]][] = [
  ['/docx-to-pfd', ['/docx-to-pdf']],
  ['/dcox-to-pdf', ['/docx-to-pdf']],
  ['/dcox-to-pfd', ['/docx-to-pdf']],
  ['/formats/docxx', ['/formats/docx']],
  ['/fromats', ['/formats']],
  ['/docs/convret', ['/docs/convert']],
  ['/dashboard/kyes', ['/dashboard/keys']],
];

/** Requests a missing page like a browser, and returns its text and the links of its lists. */
async function missingPage(path: string): Promise<{ text: string; links: string[] }> {
  const response = await fetch(service.url + path, { headers: { Accept: 'text/html' } });
  const [text = ''] = /<main[^]*<\/main>/.exec(await response.text()) ?? [];
  assert.equal(response.status, 404, path);
  return { text, links: [...text.matchAll(/<li>\s*<a href="([^"]*)"/g)].map(([, href = '']) => href) };
}

for (const [path, expected] of missingPages) {
  test(`links from ${path} to ${expected.join(', ')}`, async () => {
    const { text, links } = await missingPage(path);
    assert.deepEqual(links, expected);
    assert.match(text, /Did you mean:/);
  });
}

test('lists the targets of the source for a pair without a route', async () => {
  const { text, links } = await missingPage('/docx-to-mp3');
  assert.doesNotMatch(text, /Did you mean:/);
  assert.ok(links.includes('/docx-to-pdf'), links.join(' '));
  assert.ok(links.every((href) => href.startsWith('/docx-to-')));
});

test('suggests nothing for an address that resembles no page', async () => {
  for (const path of ['/blorpqux-to-xyzzyplugh', '/nothing-like-it'])
    assert.deepEqual((await missingPage(path)).links, [], path);
});

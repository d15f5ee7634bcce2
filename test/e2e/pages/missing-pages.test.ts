/** Tests that the 404 page links to the pages with the most similar URLs (contract §11.2). */
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

/**
 * Requests a missing page like a browser. Returns the HTML of the page's `main` element, and the links in its lists.
 */
async function missingPage(path: string): Promise<{ text: string; links: string[] }> {
  const response = await fetch(service.url + path, { headers: { Accept: 'text/html' } });
  const [text = ''] = /<main[^]*<\/main>/.exec(await response.text()) ?? [];
  assert.equal(response.status, 404, path);
  return { text, links: [...text.matchAll(/<li>\s*<a href="([^"]*)"/g)].map(([, href = '']) => href) };
}

for (const [path, expected] of missingPages) {
  test(`suggests ${expected.join(', ')} on the 404 page for ${path}`, async () => {
    const { text, links } = await missingPage(path);
    assert.deepEqual(links, expected);
    assert.match(text, /Did you mean:/);
  });
}

test('for a pair of formats that cannot be converted, suggests other targets of the source format', async () => {
  const { text, links } = await missingPage('/docx-to-mp3');
  assert.doesNotMatch(text, /Did you mean:/);
  assert.ok(links.includes('/docx-to-pdf'), links.join(' '));
  assert.ok(links.every((href) => href.startsWith('/docx-to-')));
});

test('makes no suggestion for a URL that is not similar to any page', async () => {
  for (const path of ['/blorpqux-to-xyzzyplugh', '/nothing-like-it'])
    assert.deepEqual((await missingPage(path)).links, [], path);
});

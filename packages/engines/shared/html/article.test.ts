/** Tests that the article of a web page is found, and that a page stays complete if no article is found. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { pythonEnv } from '../../../../test/support/python.ts';

const program = `
import sys
import html5lib
from engines.shared.html.article import article_of, has_hint
article = article_of(html5lib.parse(sys.argv[1])) if has_hint(sys.argv[1]) else None
print('all of it' if article is None else article, end='')
`;

async function articleOf(body: string): Promise<string> {
  const page = `<!DOCTYPE html><html><head><title>T</title></head><body>${body}</body></html>`;
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', program, page], { env: pythonEnv });
  return /<body[^>]*>(.*)<\/body>/s.exec(stdout)?.[1]?.replaceAll(/\s+/g, ' ').trim() ?? stdout;
}

const text = 'The ferry leaves at ten and comes back before the evening when the tide is high. '.repeat(4);
const story = `<p>${text}</p>`;
const menu = '<nav><ul><li><a href="/">Home</a></li><li><a href="/b">Boats</a></li></ul></nav>';
const expected = `<p>${text.replaceAll(/\s+/g, ' ')}</p>`;

const rows: [what: string, body: string, article: string][] = [
  [
    'without a menu, banner or footer stays unchanged',
    `<h1>Ferries</h1>${story}<aside>A remark</aside>`,
    'all of it',
  ],
  [
    'without an article element loses only menu, banner and footer',
    `<header><a href="/">Logo</a></header>${menu}<div><h1>Ferries</h1>${story}</div><footer>Imprint</footer>`,
    `<div><h1>Ferries</h1>${expected}</div>`,
  ],
  [
    'with a main element keeps only this element and the heading above it',
    `${menu}<h1>Ferries</h1><div class="ad">Buy a boat</div><main>${story}</main>`,
    `<h1>Ferries</h1><main>${expected}</main>`,
  ],
  [
    'with an article in the main element keeps only the article',
    `<main><article><header><h1>Ferries</h1></header>${story}<footer>By the harbour</footer></article><div>More ferries</div></main>`,
    `<article><header><h1>Ferries</h1></header>${expected}<footer>By the harbour</footer></article>`,
  ],
  [
    'loses hidden content, buttons and dialogs',
    `<main>${story}<div hidden>Cookies</div><button>Share</button><div role="dialog">Subscribe</div></main>`,
    `<main>${expected}</main>`,
  ],
  ['keeps the title block of a document', `<header><h1>Ferries</h1></header>${story}`, 'all of it'],
  ['keeps notes with a document role', `${story}<aside role="doc-footnote">A note</aside>`, 'all of it'],
  [
    'of teasers stays unchanged',
    `${menu}<main><article>One ferry</article><article>Another ferry</article></main>`,
    'all of it',
  ],
  [
    'with a small main element stays unchanged',
    `${menu}<div>${story.repeat(4)}</div><main><p>${'Short. '.repeat(45)}</p></main>`,
    'all of it',
  ],
];

for (const [what, body, article] of rows)
  void test(`when reduced to its article, a page ${what}`, async () => {
    assert.equal(await articleOf(body), article);
  });

void test('does not crash on a deeply nested page, but finds its article or keeps the whole page', async () => {
  const deep = `${'<div>'.repeat(990)}${story}${'</div>'.repeat(990)}`;
  assert.match(await articleOf(`${menu}${deep}`), /ferry|all of it/);
});

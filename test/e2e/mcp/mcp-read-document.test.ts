/** `read_document` returns pages, search results and tables of a document within a limit of tokens (contract §13.11). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { base64, callTool } from '../../support/mcp/mcp.ts';
import { openTestApp, type TestApp } from '../../support/server/test-app.ts';
import { run } from '../../samples/run.ts';

let app: TestApp;
let url: string;
let pdf: string;

/**
 * Returns a heading for a page. The words of the heading differ between pages, so that readers do not mistake the
 * heading for a repeated page header.
 */
const nameOf = (page: number) =>
  `${['North', 'South', 'East', 'West'][page % 4]} pier ${String.fromCharCode(64 + Math.ceil(page / 4)).repeat(3)}`;

/** Writes a PDF of 40 pages. The text of each page contains the page number plus 100. Page 12 also has a table. */
before(async () => {
  app = await openTestApp('sqlite');
  url = app.service.url;
  const pages = Array.from({ length: 40 }, (_, n) => {
    const table = n === 11 ? '\n\n| boat | berth |\n|---|---|\n| Tern | 7 |\n| Gull | 12 |\n' : '';
    return `# ${nameOf(n + 1)}\n\nThe harbour reports tide number ${n + 101}.${n === 29 ? ' A whale was seen.' : ''}${table}`;
  });
  const html = (await run('/usr/bin/pandoc', ['--to=html5'], { input: pages.join('\n\n') })).stdout
    .toString()
    .replaceAll('<h1', '<h1 style="page-break-before: always"')
    .replaceAll(/<t([hd])/g, '<t$1 style="border: 1px solid; padding: 4px"');
  const made = await run('/usr/bin/weasyprint', ['-', '-'], { input: html });
  pdf = base64(made.stdout);
});

after(() => app.close());

async function read(given: Record<string, unknown>) {
  const { result, failure } = await callTool(url, 'read_document', {
    base64_content: pdf,
    filename: 'days.pdf',
    ...given,
  });
  return { ...(result.structuredContent as { text: string; next?: number }), failure };
}

test('read_document returns only the requested page of a document of 40 pages', async () => {
  const { text, next } = await read({ pages: '12' });
  assert.match(text, new RegExp(`^\\[page 12 > ${nameOf(12)}\\]\\n# ${nameOf(12)}`));
  assert.match(text, /tide number 112/);
  assert.doesNotMatch(text, /number 111|number 113/);
  assert.equal(next, undefined);
});

test('read_document continues where the previous call reached the token limit', async () => {
  const first = await read({ max_tokens: 200 });
  assert.ok(first.text.length < 1200 && first.next);
  const second = await read({ max_tokens: 200, after: first.next });
  assert.notEqual(second.text, first.text);
  assert.doesNotMatch(second.text, /number 101\./);
});

test('read_document returns the page that contains the search word, and returns tables as CSV', async () => {
  assert.match((await read({ search: 'whale' })).text, /^\[page 30 > .*\]\n[^[]*A whale was seen/);
  assert.equal((await read({ search: 'submarine' })).text, '');
  assert.equal((await read({ tables: true })).text, '[page 12]\nboat,berth\nTern,7\nGull,12');
});

test('read_document rejects page numbers for a CSV file, because a CSV file has no pages', async () => {
  const text = { base64_content: base64('name,size\nboat,3\n'), filename: 'boats.csv' };
  assert.match((await read(text)).text, /\| boat +\| 3 +\|/);
  const { failure } = await read({ ...text, pages: '2' });
  assert.equal(failure.details?.['field'], 'pages');
});

/**
 * A compiled help file (CHM) in any encoding becomes one document, with all topics in their order and with internal
 * links.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compiledHelp, type HelpFile, type HelpSettings } from '../../samples/books/compiled-help.ts';
import { contentsEntry, contentsPage } from '../../samples/books/help.ts';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();

async function convert(file: Buffer, target: string): Promise<string> {
  const { status, body, error } = await convertFile(new File([file], 'help.chm'), target);
  assert.equal(status, 200, error.message);
  return body.toString();
}

const help = (files: Readonly<Record<string, string | Buffer>>, settings: Partial<HelpSettings> = {}) =>
  compiledHelp(
    Object.entries(files).map(([path, data]): HelpFile => ({ path, data })),
    { title: 'Manual', contents: 'toc.hhc', ...settings },
  );

const inOrder = (text: string, ...words: readonly string[]) => {
  const places = words.map((word) => text.indexOf(word));
  assert.ok(
    places.every((place, n) => place > (places[n - 1] ?? -1)),
    `${words.join(', ')} in ${text}`,
  );
};

test('orders and nests the topics of a help file like its table of contents', async () => {
  const text = await convert(
    help({
      'toc.hhc': contentsPage(
        contentsEntry('Part', '', contentsEntry('Zebra', 'z.htm') + contentsEntry('Aardvark', 'a.htm#x')) +
          contentsEntry('Elsewhere', 'http://example.com/') +
          contentsEntry('End', 'sub/e.htm'),
      ),
      'a.htm': '<h1>Aardvark</h1><h2>Habits</h2><p>first of names',
      'z.htm': '<title>Zebra</title><p>last of names',
      'sub/e.htm': '<h3>Fin</h3>',
      'extra.htm': '<p>not listed',
    }),
    'md',
  );
  inOrder(
    text,
    '# Part',
    '## Zebra',
    'last of names',
    '## Aardvark',
    '### Habits',
    '# End',
    '## Fin',
    'not listed',
  );
});

test("keeps links between help topics, even if a link contains the help file's name", async () => {
  const text = await convert(
    help({
      'toc.hhc': contentsPage(contentsEntry('One', 'one.htm') + contentsEntry('Two', 'two.htm')),
      'one.htm':
        '<a href="TWO.htm#place">2</a><a href="ms-its:manual.chm::/two.htm">3</a><a href="ms-its:other.chm::/x.htm">4</a><a href="file:///etc/passwd">5</a>',
      'two.htm': '<p id="place">here',
    }),
    'html',
  );
  assert.match(text, /href="#t2-place">2<.*href="#t2">3<.*<a>4<\/a><a>5<\/a>/);
  assert.match(text, /<section id="t2">.*<p id="t2-place">here/s);
});

const encodings = [
  ['Russian', 0x419, 'cp1251', '\xcf\xf0\xe8\xe2\xe5\xf2', 'Привет'],
  ['Japanese', 0x411, 'Shift_JIS', '\x93\xfa\x96\x7b\x8c\xea', '日本語'],
  ['Greek', 0x408, 'cp1253', '\xca\xe1\xeb\xe7\xec\xdd\xf1\xe1', 'Καλημέρα'],
  ['Chinese', 0x804, 'GBK', '\xd6\xd0\xce\xc4', '中文'],
] as const;

for (const [name, language, encoding, bytes, text] of encodings)
  test(`in a ${name} help file, topics without a declared encoding are decoded as ${encoding}`, async () => {
    const raw = (content: string) => Buffer.from(content, 'latin1');
    const files = {
      'toc.hhc': raw(contentsPage(contentsEntry(bytes, 'a.htm'))),
      'a.htm': raw(`<p>1 ${bytes} 2`),
      'u.htm': `<meta charset="utf-8"><p>ünïcode`,
    };
    const found = await convert(help(files, { language }), 'txt');
    inOrder(found, text, `1 ${text} 2`, 'ünïcode');
  });

test('if a help file has no table of contents, the result starts with the first page of the file', async () => {
  const pages = { 'a.htm': '<p>later', 'start.htm': '<p>start here' };
  inOrder(await convert(help(pages, { first: 'start.htm' }), 'txt'), 'start here', 'later');
  const { status, error } = await convertFile(new File([help({ 'a.txt': 'x' })], 'help.chm'), 'html');
  assert.deepEqual([status, error.details?.['reason']], [400, 'no_page']);
});

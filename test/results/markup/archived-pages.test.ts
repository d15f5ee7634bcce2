/**
 * Tests that a web page in an archive is converted like any web page. The web page can use the archive's files, but no
 * other files (contract §3.2).
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { pack } from '../../samples/archives/archive.ts';
import { run } from '../../samples/run.ts';
import { siteMember } from '../../samples/documents/site.ts';
import type { TreeMember } from '../../samples/archives/tree.ts';
import { coloursOf } from '../../support/files/coloured-pages.ts';
import { serviceFixture } from '../../support/fixtures.ts';
import { textOfPages } from '../../support/results/measure.ts';
import { post, type Answer } from '../../support/server/service.ts';

const service = serviceFixture();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-site-'));
after(() => rm(dir, { recursive: true }));

const red = await sharp({ create: { width: 120, height: 80, channels: 3, background: '#ff0000' } })
  .png()
  .toBuffer();

const look = [
  siteMember('look/page.css', '@import "more/type.css"; p { background: #00ff00 }'),
  siteMember('look/more/type.css', "div { height: 90px; background: url('../../a picture.png') }"),
  siteMember('a picture.png', red),
];
const page = (body: string) =>
  `<!DOCTYPE html><title>Quay</title><link rel=stylesheet href="/look/page.css">${body}`;
const quay = siteMember(
  'index.html',
  page('<h1>The quay</h1><p>Green</p><img src="a%20picture.png"><div></div>'),
);

/** Returns an archive of `members` in the format `ext`. */
async function archive(ext: string, members: readonly TreeMember[]): Promise<Buffer<ArrayBuffer>> {
  const file = path.join(dir, 'site');
  await pack(ext === 'zip' ? 'zip' : 'tar', file, members);
  const bytes = await readFile(file);
  return ext === 'tar.gz' ? gzipSync(bytes) : bytes;
}

async function convert(ext: string, members: readonly TreeMember[], target: string): Promise<Answer> {
  const file = new File([await archive(ext, members)], `site.${ext}`);
  return post(`${service.url}/api/convert`, [
    ['file', file],
    ['target', target],
  ]);
}

async function converted(ext: string, members: readonly TreeMember[], target: string): Promise<string> {
  const { status, body, error, headers } = await convert(ext, members, target);
  assert.equal(status, 200, error.message);
  assert.equal(headers.get('X-Conversion-Warnings'), null);
  const file = path.join(dir, `result.${target}`);
  await writeFile(file, body);
  return file;
}

for (const ext of ['zip', 'tar', 'tar.gz'])
  describe(`converts a web page in a ${ext} archive with its style sheets and its picture`, () => {
    const members = [quay, ...look, siteMember('about.html', 'Nobody asked')];

    test('the png of an archived web page shows the page with its style sheets and its picture', async () => {
      assert.deepEqual(await coloursOf(await converted(ext, members, 'png')), ['red', 'green']);
    });

    test("the PDF of an archived web page has the page's styles and picture", async () => {
      const pdf = await converted(ext, members, 'pdf');
      assert.match(await textOfPages(pdf), /^The quay\s+Green\s*$/);
      await run('/usr/bin/pdftoppm', ['-r', '50', '-png', '-singlefile', pdf, path.join(dir, 'drawn')]);
      assert.deepEqual(await coloursOf(path.join(dir, 'drawn.png')), ['red', 'green']);
    });

    test('docx and epub keep the heading and the picture of an archived web page', async () => {
      for (const target of ['docx', 'epub']) {
        const file = await converted(ext, members, target);
        const { stdout } = await run('/usr/bin/pandoc', [file, '-t', 'native']);
        assert.match(stdout.toString(), /Header[\s\S]*"quay"[\s\S]*\bImage\b/, target);
      }
    });
  });

describe('finds the web page in an archive', () => {
  const other = (name: string) => siteMember(name, '<p>Another</p>');

  test('converts the topmost index page of an archive, or the only page if no index page exists', async () => {
    const index = siteMember('site/index.htm', '<p>Chosen</p>');
    for (const members of [
      [other('a.html'), index, other('site/pages/index.html'), other('__MACOSX/site/index.htm')],
      [index, siteMember('site/notes.txt', 'x')],
      [siteMember('site/Page.HTML', '<p>Chosen</p>'), siteMember('x.css', 'x')],
    ])
      assert.match(await readFile(await converted('zip', members, 'txt'), 'utf8'), /^Chosen\s*$/);
  });

  test('detects the encoding of a web page in an archive', async () => {
    const cyrillic = siteMember(
      'index.html',
      Buffer.from('<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1'),
    );
    assert.match(await readFile(await converted('zip', [cyrillic], 'txt'), 'utf8'), /^Привет\s*$/);
  });

  test('returns 400 for an archive with no web page, or with several web pages and no index page', async () => {
    const several = [other('a.html'), other('b.html')];
    const none = [siteMember('a.txt', 'x')];
    const reasons = [];
    for (const [members, target] of [
      [several, 'docx'],
      [several, 'pdf'],
      [several, 'png'],
      [none, 'docx'],
      [none, 'pdf'],
    ] as const) {
      const { status, error } = await convert('zip', members, target);
      assert.equal(status, 400);
      reasons.push(error.details?.['reason']);
    }
    assert.deepEqual(reasons, ['several_pages', 'several_pages', 'several_pages', 'no_page', 'not_images']);
  });
});

test('a web page in an archive embeds only files of the same archive', async () => {
  const secret = '/etc/passwd';
  const climbing = `${'../'.repeat(9)}etc/passwd`;
  const members = [
    siteMember(
      'index.html',
      page(`x<img src="file://${secret}"><img src="${secret}"><img src="${climbing}"><img src="link.png">
<link rel=stylesheet href="file://${secret}"><style data-linked>@import "${climbing}";</style><iframe src="${climbing}"></iframe>
<object data="file://${secret}"></object><img src="${service.url}/livez"><base href="file:///etc/"><img src="passwd">
<svg><image xlink:href="file://${secret}"/></svg><embed src="${climbing}">`),
    ),
    siteMember(climbing, 'root:x:0:0: climbing'),
    siteMember(secret, 'root:x:0:0: absolute'),
    { ...siteMember('link.png', ''), kind: 'link' as const, target: secret },
    siteMember('look/page.css', `@import "${climbing}"; p { background: url(file://${secret}) }`),
  ];
  for (const ext of ['zip', 'tar.gz']) {
    const { status, body, headers } = await convert(ext, members, 'html');
    assert.equal(status, 200);
    assert.match(headers.get('X-Conversion-Warnings') ?? '', /asset_missing/);
    const text = body.toString();
    assert.doesNotMatch(text, /file:|page\.invalid|passwd|climbing|root:x:0:0:root/);
    const held = [...text.matchAll(/base64,([\w+/=]+)/g)].map(([, data = '']) =>
      Buffer.from(data, 'base64').toString(),
    );
    // If an archive member has an absolute path, the path starts at the top of the archive.
    assert.deepEqual([...new Set(held)], ['root:x:0:0: absolute']);
  }
});

test('refuses a damaged web page archive, and converts an intact archive to tar.gz', async () => {
  const whole = await archive('zip', [quay, ...look]);
  const broken = Buffer.from(whole);
  broken.write('xxxx', broken.indexOf('more/type.css') + 20);
  const { status, error } = await post(`${service.url}/api/convert`, [
    ['file', new File([broken], 'site.zip')],
    ['target', 'docx'],
  ]);
  assert.deepEqual([status, error.details?.['reason']], [400, 'damaged']);
  assert.equal((await convert('zip', [quay], 'tar.gz')).status, 200);
});

/**
 * Tests that a saved web page (MHTML) becomes a single HTML file, which includes the pictures and style sheets of the
 * archive but no scripts and no references to local files.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runMail } from './mail-runner.ts';

type Part = readonly [type: string, location: string, content: string];

const archive = (...parts: readonly Part[]) =>
  [
    'From: <Saved by a browser>',
    'Subject: x',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary="b"',
    '',
    ...parts.flatMap(([type, location, content]) => [
      '--b',
      `Content-Type: ${type}`,
      `Content-Location: ${location}`,
      '',
      content,
    ]),
    '--b--',
    '',
  ].join('\r\n');

const page = (body: string): Part => ['text/html', 'https://a.example/b/c.html', body];

function read(...parts: readonly Part[]): string {
  const { status, stderr, output } = runMail('mhtml', 'html', archive(...parts));
  assert.equal(status, 0, stderr);
  return readFileSync(output, 'utf8');
}

test("embeds the pictures of a web archive's page, including pictures used by style sheets", () => {
  const text = read(
    page('<link rel=stylesheet href="../s.css"><p style="background: url(i.png)">x<img src="i.png">'),
    ['text/css', 'https://a.example/s.css', "p { background: url('b/i.png') }"],
    ['image/png', 'https://a.example/b/i.png', 'drawn'],
  );
  assert.equal(text.split('data:image/png;base64,').length, 4);
});

test("removes active content and local file references from a web archive's page", () => {
  const text = read(
    page(
      `<base href="file:///etc/"><script>one()</script>first<p onclick="one()">second<iframe src="file:///etc/passwd"></iframe>third
<img src="file:///etc/passwd"><img src="passwd" srcset="file:///etc/passwd 2x"><a href="javascript:one()">fourth</a>
<svg><image xlink:href="file:///etc/passwd"/></svg><meta http-equiv="refresh" content="0; url=file:///etc/passwd">
<style>@import "file:///etc/passwd"; p { background: url(/etc/passwd) }</style>`,
    ),
  );
  for (const word of ['first', 'second', 'third', 'fourth']) assert.ok(text.includes(word), word);
  assert.doesNotMatch(text, /one\(|file:|<iframe|<script|@import "[^"]|onclick/);
});

test("keeps the links of a web archive's page, and makes relative links absolute", () => {
  assert.match(
    read(page('<a href="../d.html">d</a><a href="#e">e</a>')),
    /"https:\/\/a\.example\/d\.html".*"#e"/,
  );
});

test('rejects a truncated web archive and a file without an HTML page', () => {
  const whole = archive(page('<p>text</p>'));
  for (const content of [whole.slice(0, -8), archive(['image/png', 'x', 'drawn']), 'text'])
    assert.equal(runMail('mhtml', 'html', content).status, 1, content);
});

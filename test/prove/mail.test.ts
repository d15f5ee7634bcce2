/**
 * Tests the HTML page that is made from an email message: the order of the parts, the kept and the removed content, and
 * the rejected messages.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { outlookMessage } from '../samples/documents/mail.ts';
import { runMail } from './mail-runner.ts';

interface MailPage {
  status: number | null;
  stderr: string;
  page: string;
}

function shown(from: 'eml' | 'msg', content: string | Buffer): MailPage {
  const { status, stderr, output } = runMail(from, 'html', content);
  return { status, stderr, page: status === 0 ? readFileSync(output, 'utf8') : '' };
}

function mail(body: string, ...headers: readonly string[]): string {
  return ['From: a@b.example', 'Subject: x', 'MIME-Version: 1.0', ...headers, '', body].join('\r\n');
}

const htmlMail = (body: string) => mail(body, 'Content-Type: text/html; charset=utf-8');

test('removes scripts and remote URLs from the page of an email message', () => {
  const snares = [
    '<script>snare()</script>',
    '<img src="https://snare.example/a.png">',
    '<img src="data:text/html,snare">',
    '<p onclick="snare()">text</p>',
    '<a href="java\nscript:snare()">text</a>',
    '<a href=" data:text/html,snare">text</a>',
    '<p style="background-color: url(//snare.example)">text</p>',
    '<p style="width: expression(snare())">text</p>',
    '<p style="color: \\75rl(//snare.example)">text</p>',
    '<style>@import "//snare.example";</style>',
    '<iframe src="https://snare.example"></iframe>',
    '<svg><image href="https://snare.example"/></svg>',
    '<table background="https://snare.example"><tr><td>text</td></tr></table>',
    '<noscript><img src="https://snare.example"></noscript>',
    '<p title="&quot;><script>snare()</script>">text</p>',
    '<base href="https://snare.example">',
    '<form action="https://snare.example"><input value="typed" onfocus="snare()"></form>',
  ];
  const came = snares.filter((snare) => {
    const { status, page } = shown('eml', htmlMail(`<p>text</p>${snare}`));
    return (
      status !== 0 ||
      /<script|snare(?![^<>]*")/.test(page) ||
      /(?:src|href|style|background)="[^"]*snare/.test(page)
    );
  });
  assert.deepEqual(came, []);
});

test("keeps an email message's harmless inline styles", () => {
  const { page } = shown('eml', htmlMail('<p style="color: rgb(1, 2, 3); font-weight: bold">text</p>'));
  assert.match(page, /<p style="color: rgb\(1, 2, 3\); font-weight: bold">text<\/p>/);
});

test('shows the sender of an email message even if its From header is malformed', () => {
  for (const from of ['a@[1.2.3.4', 'undisclosed', '"a" b <c@d@e>', '=?foo?B?zz?= <a@b>']) {
    const { status, page } = shown('eml', `From: ${from}\r\nSubject: x\r\nDate: never\r\n\r\ntext\r\n`);
    assert.equal(status, 0, from);
    assert.match(page, /<b>From:<\/b> \S/, from);
  }
});

test('rejects truncated email messages and files that are not email messages', () => {
  const parts = ['--cut', 'Content-Type: text/plain', '', 'text', '--cut', ''].join('\r\n');
  const broken = [
    '',
    'just text\n',
    'Note: to self\nmore\n',
    mail(parts, 'Content-Type: multipart/mixed; boundary=cut'),
  ];
  for (const content of broken) assert.equal(shown('eml', content).status, 1, content);
  const whole = outlookMessage();
  for (const content of [whole.subarray(0, 2000), whole.subarray(0, -600), Buffer.from('text')])
    assert.equal(shown('msg', content).status, 1);
});

const rtfProperty = '10090102';

/**
 * Returns the property in which an Outlook message stores RTF: a header and the RTF data. In the header, `kind` is
 * `MELA` for uncompressed RTF, or `LZFu` for compressed RTF, and `size` is the length of the uncompressed RTF.
 */
function framed(rtf: Buffer, kind: 'MELA' | 'LZFu', size = rtf.length): Record<string, Buffer> {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(rtf.length + 12, 0);
  head.writeUInt32LE(size, 4);
  head.write(kind, 8, 'latin1');
  return { [rtfProperty]: Buffer.concat([head, rtf]) };
}

test('extracts the HTML page that Outlook stored inside RTF', () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 {\fonttbl{\f0 Arial;}}{\*\htmltag64 <p>}\htmlrtf \par \htmlrtf0 Caf\'e9 {\*\htmltag84 <b>}\htmlrtf {\b\htmlrtf0 5 {\*\htmltag84 &lt;}\htmlrtf <\htmlrtf0 6\u8364?{\*\htmltag92 </b>}\htmlrtf }\htmlrtf0 {\*\htmltag72 </p>}}`;
  const { page, stderr } = shown('msg', outlookMessage(framed(Buffer.from(rtf, 'latin1'), 'MELA')));
  assert.match(page, /<p>Café <b>5 &lt;6€<\/b><\/p>/, stderr);
});

test('reads an Outlook message with compressed RTF, and rejects truncated RTF', () => {
  // The example of the RTF compression specification: the compressed form of {\rtf1 WXYZWXYZWXYZWXYZWXYZ}.
  const packed = Buffer.from('410004205758595a0d6e7d010eb0', 'hex');
  const body = outlookMessage({ ...framed(packed, 'LZFu', 28), '1000001F': Buffer.alloc(0) });
  assert.match(shown('msg', body).page, /<p>WXYZWXYZWXYZWXYZWXYZ<\/p>/);
  assert.equal(shown('msg', outlookMessage(framed(packed.subarray(0, 8), 'LZFu', 28))).status, 1);
});

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const parts = (kind: string, ...inner: readonly string[]) =>
  [
    `Content-Type: multipart/${kind}; boundary="${kind}"`,
    '',
    ...inner.flatMap((part) => [`--${kind}`, part]),
    `--${kind}--`,
    '',
  ].join('\r\n');

const inline = (name: string) =>
  `Content-Type: image/png; name="${name}"\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${pixel}`;

const said = (text: string, kind = 'plain') => `Content-Type: text/${kind}\r\n\r\n${text}`;

const headed = (content: string) => `From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n${content}`;

test('shows text parts and inline pictures of an email message in their original order', () => {
  const { page } = shown('eml', headed(parts('mixed', said('before'), inline('i.png'), said('after'))));
  assert.match(page, /before[\s\S]*<img src="data:image\/png;base64,[^"]+" alt="i\.png">[\s\S]*after/);
  assert.doesNotMatch(page, /Attachments/);
});

test('shows the HTML part of an email message instead of the plain text alternative', () => {
  const both = parts('alternative', said('plain words'), said('<p>styled words</p>', 'html'));
  const { page } = shown('eml', headed(parts('mixed', both, said('a list’s footer'))));
  assert.match(page, /styled words[\s\S]*footer/);
  assert.doesNotMatch(page, /plain words/);
});

test("lists an email's inline picture as an attachment if the HTML part does not show the picture", () => {
  const { page } = shown('eml', headed(parts('related', said('<p>words</p>', 'html'), inline('back.png'))));
  assert.doesNotMatch(page, /<img/);
  assert.match(page, /Attachments[\s\S]*back\.png/);
});

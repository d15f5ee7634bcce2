/**
 * Tests that mailboxes are split into messages, and that wrapped lines, invitations and forwarded messages are shown
 * completely.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { outlookMessage } from '../samples/documents/mail.ts';
import { python } from '../samples/run.ts';
import { runMail } from './mail-runner.ts';

const lines = (...all: readonly string[]) => all.join('\n');

const box = lines(
  'From j@example.org Mon Jan  1 10:00:00 2024',
  'From: j@example.org',
  'Subject: One',
  'Date: Mon, 1 Jan 2024 10:00:00 +0000',
  '',
  'Body one',
  '>From the start, quoted',
  '>>From twice',
  'From here on no separator',
  '',
  'From me to you, no header follows',
  '',
  'From l@example.org Tue Jan  2 10:00:00 2024',
  'From: =?UTF-8?Q?L=C3=A9a?= <l@example.org>',
  'Reply-To: replies@example.org',
  'Message-ID: <two@example.org>',
  'References: <zero@example.org> <one@example.org>',
  'Subject: Two/Three',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Body <i>two</i></p>',
  '',
);

const shown = (from: 'eml' | 'mbox' | 'msg', content: string | Buffer) => {
  const { status, stderr, output, warnings } = runMail(from, 'html', content);
  assert.equal(status, 0, stderr);
  const page = readFileSync(output, 'utf8').replace(/^[\s\S]*<body>/, '');
  return {
    page,
    words: page
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    warnings,
  };
};

test('shows the messages of a mailbox one after the other on one page', () => {
  const { words } = shown('mbox', box);
  assert.match(words, /^One From: j@example\.org Date: Mon, 01 Jan 2024 10:00:00 \+0000 Body one/);
  assert.match(words, /Body one From the start, quoted &gt;From twice From here on no separator/);
  assert.match(words, /From me to you, no header follows Two\/Three From: Léa/);
  assert.match(words, /Reply-To: replies@example\.org .*Message-ID: &lt;two@example\.org&gt;/);
  assert.match(words, /References: &lt;zero@example\.org&gt; &lt;one@example\.org&gt; Body two$/);
});

test('converts a mailbox to a JSON list of messages or a zip of EML files', async () => {
  const { status, output } = runMail('mbox', 'json', box.replaceAll('\n', '\r\n'));
  assert.equal(status, 0);
  const messages = JSON.parse(readFileSync(output, 'utf8')) as Record<string, unknown>[];
  assert.deepEqual(
    messages.map(({ subject }) => subject),
    ['One', 'Two/Three'],
  );
  assert.deepEqual(messages[1]?.['from'], [{ name: 'Léa', address: 'l@example.org' }]);
  assert.deepEqual(messages[1]['references'], ['<zero@example.org>', '<one@example.org>']);
  assert.equal(messages[1]['message_id'], '<two@example.org>');
  const zip = runMail('mbox', 'zip', box);
  const { stdout } = await python(
    'import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nfor n in z.namelist(): print(n, z.read(n).decode().splitlines()[0])',
    [zip.output],
  );
  assert.equal(
    stdout.toString(),
    '1 One.eml From: j@example.org\n2 Two-Three.eml From: =?UTF-8?Q?L=C3=A9a?= <l@example.org>\n',
  );
});

test('rejects a mailbox without the `From ` line that starts a message', () => {
  assert.notEqual(runMail('mbox', 'html', 'From: a@b.example\n\ntext\n').status, 0);
});

test('joins the wrapped lines of a `format=flowed` email message', () => {
  const mail = (parameters: string, ...body: readonly string[]) =>
    lines(
      'From: a@b.example',
      `Content-Type: text/plain; charset=utf-8; format=flowed${parameters}`,
      '',
      ...body,
    );
  const flowed = shown(
    'eml',
    mail('', 'One sentence that ', 'goes on.', 'Next', '> quoted ', '> text', '-- ', 'Ada'),
  );
  assert.match(flowed.page, /One sentence that goes on\.<br>\nNext<br>\n&gt; quoted text<br>\n--<br>\nAda/);
  assert.match(shown('eml', mail('; delsp=yes', '漢 ', '字')).page, /<p>漢字<\/p>/);
});

test('shows the invitation and the message that are attached to an email message', () => {
  const mail = lines(
    'From: a@b.example',
    'Subject: Outer',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'See below',
    '--b',
    'Content-Type: text/calendar; charset=utf-8; method=REQUEST',
    '',
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:Tide\\, high',
    'DTSTART;TZID=Europe/Rome:20240301T093000',
    'LOCATION:Pier ',
    ' 7',
    'BEGIN:VALARM',
    'DESCRIPTION:Beep',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'From: c@d.example',
    'Subject: Inner',
    '',
    'Inner text',
    '--b',
    'Content-Type: text/csv',
    'Content-Disposition: attachment; filename=tides.csv',
    '',
    'a,b',
    '--b--',
    '',
  );
  const { words, warnings } = shown('eml', mail);
  assert.match(words, /Event: Tide, high Start: 2024-03-01 09:30 Europe\/Rome Place: Pier 7/);
  assert.doesNotMatch(words, /Beep/);
  assert.match(words, /invitation\.ics .* Inner\.eml .* tides\.csv .* Inner From: c@d\.example Inner text$/);
  assert.equal(warnings, 'attachments_left_out 2');
});

test("writes an Outlook sender's address only once if the sender name contains the address", () => {
  const wide = (text: string) => Buffer.from(text, 'utf16le');
  for (const name of ['ada@harbour.example', "'Ada@harbour.example'", 'Ada <ada@harbour.example>']) {
    const { words } = shown('msg', outlookMessage({ '0042001F': wide(name) }));
    assert.equal(words.split('To:')[0]?.match(/ada@harbour/gi)?.length, 1, name);
  }
});

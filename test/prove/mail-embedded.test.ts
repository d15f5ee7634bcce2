/**
 * Tests the conversion of unusual Outlook messages to EML: messages with attached messages, without a property list, or
 * with malformed headers.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compoundFile, type StorageFolder } from '../samples/documents/compound.ts';
import { runMail } from './mail-runner.ts';

const unicode = (text: string) => Buffer.from(text, 'utf16le');

const message = (subject: string, body: string): StorageFolder => ({
  '__substg1.0_001A001F': unicode('IPM.Note'),
  '__substg1.0_0037001F': unicode(subject),
  '__substg1.0_1000001F': unicode(body),
});

const list = (bytes: number) => ({ '__properties_version1.0': Buffer.alloc(bytes) });

const attached = (name: string, content: StorageFolder | Buffer): StorageFolder => ({
  ...list(8),
  '__substg1.0_3707001F': unicode(name),
  [Buffer.isBuffer(content) ? '__substg1.0_37010102' : '__substg1.0_3701000D']: content,
});

function asEml(root: StorageFolder): { text: string; warnings: string } {
  const { status, stderr, output, warnings } = runMail('msg', 'eml', compoundFile(root));
  assert.equal(status, 0, stderr);
  return { text: readFileSync(output, 'utf8').replaceAll('\r\n', '\n'), warnings };
}

test('a message attached to an Outlook message keeps its own attachments', () => {
  const deep = attached('deep.txt', Buffer.from('from the deep'));
  const inner = { ...message('Inner', 'Inner body'), ...list(24), '__attach_version1.0_#00000000': deep };
  const outer = { ...message('Outer', 'Outer body'), ...list(32) };
  const { text, warnings } = asEml({ ...outer, '__attach_version1.0_#00000000': attached('fwd', inner) });
  assert.match(text, /Outer body[^]*Content-Type: message\/rfc822[^]*Subject: Inner\n[^]*Inner body/);
  assert.match(text, /filename="deep\.txt"[^]*\n\nZnJvbSB0aGUgZGVlcA==\n/);
  assert.equal(warnings, '');
});

test('warns that attached OLE objects are omitted, and keeps other attachments', () => {
  const { text, warnings } = asEml({
    ...message('Outer', 'Outer body'),
    ...list(32),
    '__attach_version1.0_#00000000': attached('object', { CONTENTS: Buffer.from('x') }),
    '__attach_version1.0_#00000001': attached('kept.txt', Buffer.from('kept')),
  });
  assert.match(text, /filename="kept\.txt"/);
  assert.equal(warnings, 'content_left_out 1 attachment stored as links or OLE objects');
});

test('converts an Outlook message without a property list', () => {
  assert.match(asEml(message('Bare', 'Bare body')).text, /^Subject: Bare\n[^]*\n\nBare body\n$/);
});

test('converts an Outlook message with malformed Internet headers', () => {
  const headers = [
    'From: "unclosed <a@b.example>\r\nMessage-ID: [\r\nReply-To: @\r\nCc: undisclosed-recipients:;\r\n\r\n',
    'From: =?utf-8?Q?a\r\nTo: <>\r\nMessage-ID: <>\r\nDate: not a date\r\nReferences: <\r\n\r\n',
    'no header at all\r\n\r\n',
  ];
  for (const header of headers) {
    const { text } = asEml({
      ...message('Odd', 'Odd body'),
      ...list(32),
      '__substg1.0_007D001F': unicode(header),
    });
    assert.match(text, /^Subject: Odd\n[^]*\n\nOdd body\n$/m);
  }
});

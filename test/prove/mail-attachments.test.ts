/**
 * Tests conversions from an email message to a zip of its attachments. A conversion fails if the zip would not contain
 * all attachments. Names in the zip contain no paths.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { compoundFile } from '../samples/documents/compound.ts';
import { runMail } from './mail-runner.ts';

/** Converts a message to a zip. Returns the names in the zip, or the error output if the conversion failed. */
function taken(from: 'eml' | 'msg', content: string | Buffer): string[] | string {
  const { status, stderr, output } = runMail(from, 'zip', content);
  if (status !== 0) return stderr.trim();
  const { stdout } = spawnSync('/usr/bin/bsdtar', ['-tf', output], {
    encoding: 'utf8',
    env: { LANG: 'C.UTF-8' },
  });
  return stdout.split('\n').filter(Boolean);
}

const head = ['From: a@b.example', 'Subject: x', 'MIME-Version: 1.0'];

function mailWith(...names: readonly string[]): string {
  const part = (name: string) => [
    '--cut',
    'Content-Type: text/plain',
    `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    '',
    'text',
  ];
  const parts = [...names.flatMap(part), '--cut--', ''];
  return [...head, 'Content-Type: multipart/mixed; boundary=cut', '', ...parts].join('\r\n');
}

test('attachment names in the zip contain no folders, and duplicate names are numbered', () => {
  const names = [
    '../../etc/passwd',
    'C:\\Temp\\a.txt',
    'A.TXT',
    'a.txt',
    '.profile',
    '東京.txt',
    'a\u0000\nb.txt',
    '..',
  ];
  assert.deepEqual(taken('eml', mailWith(...names)), [
    ...['passwd', 'a.txt', 'A (2).TXT', 'a (3).txt', 'profile', '東京.txt', 'ab.txt', 'attachment'],
  ]);
});

test('a long attachment name is shortened, but keeps its extension', () => {
  assert.deepEqual(taken('eml', mailWith(`${'a'.repeat(300)}.pdf`)), [`${'a'.repeat(60)}.pdf`]);
});

test('returns the reason no_attachments for a message without attachments', () => {
  assert.equal(taken('eml', [...head, '', 'text'].join('\r\n')), 'protean-reason: no_attachments');
});

test('fails instead of writing an incomplete zip if one attachment cannot be extracted', () => {
  const name = Buffer.from('forwarded', 'utf16le');
  const message = compoundFile({
    '__properties_version1.0': Buffer.alloc(32),
    '__attach_version1.0_#00000000': {
      '__properties_version1.0': Buffer.alloc(8),
      '__substg1.0_3707001F': name,
      '__substg1.0_3701000D': { '__properties_version1.0': Buffer.alloc(24) },
    },
  });
  assert.match(
    String(taken('msg', message)),
    /protean-reason: unsupported_feature attachment stored as a link/,
  );
});

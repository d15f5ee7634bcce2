/** Trait documents: a mailbox and an Outlook message with content that conversions easily lose. */
import { writeFile } from 'node:fs/promises';
import { outlookMessage } from '../../../samples/documents/mail.ts';
import { inventedWords, type TraitDocument } from '../trait-document.ts';

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;

const mailbox = lines(
  'From ada@example.org Thu Feb 29 09:30:00 2024',
  'From: Ada Lovelace <ada@example.org>',
  'To: Bob Tables <bob@example.org>',
  'Subject: First harbour news',
  'Date: Thu, 29 Feb 2024 09:30:00 +0000',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Dear otter, the tide is late.',
  '>From the quay it looks blue.',
  '',
  'From bob@example.org Thu Feb 29 10:30:00 2024',
  'From: Bob Tables <bob@example.org>',
  'To: Ada Lovelace <ada@example.org>',
  'Subject: =?utf-8?q?Second_caf=C3=A9_news?=',
  'Date: Thu, 29 Feb 2024 10:30:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Answered gecko.',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<p>Answered gecko, tick =E2=9C=93 done</p><div style=3D"display:none">preheaderword</div>',
  '--b--',
  '',
);

const outlookPage =
  '<html><body><div style="display:none">preheaderword</div><p>Dear otter, the tide is late.</p><p>tick ✓ done</p></body></html>';

export const mailDocuments: readonly TraitDocument[] = [
  {
    name: 'mailbox',
    ext: 'mbox',
    traits: [
      { name: 'several-messages', shown: ['First harbour news', 'Second café news'] },
      { name: 'heads', shown: ['Ada Lovelace', 'Bob Tables'] },
      {
        name: 'bodies',
        shown: ['Dear otter the tide is late', 'Answered gecko', 'From the quay it looks blue'],
      },
      { name: 'symbols', shown: ['tick ✓ done'] },
      { name: 'hidden-text', hidden: ['preheaderword'] },
      inventedWords,
    ],
    write: (file) => writeFile(file, mailbox),
  },
  {
    name: 'outlook-message',
    ext: 'msg',
    traits: [
      { name: 'heads', shown: ['The Quiet Harbour', 'Ada Quay', 'Bo Tide', 'Cy Buoy'] },
      { name: 'body', shown: ['Dear otter the tide is late'] },
      { name: 'symbols', shown: ['tick ✓ done'] },
      { name: 'hidden-text', hidden: ['preheaderword'] },
      { name: 'attachment', shown: ['berths txt'], warnings: ['attachments_left_out'] },
      inventedWords,
    ],
    write: (file) => writeFile(file, outlookMessage({ '10130102': Buffer.from(outlookPage) })),
  },
];

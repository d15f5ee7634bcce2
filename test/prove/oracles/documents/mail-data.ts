/** Checks the JSON that is made from an email message, field by field. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { letter } from '../../../samples/documents/letter.ts';
import { mailSample } from '../../../samples/documents/mail.ts';
import { checkLetter, wordsOf } from './document.ts';
import { checkMailPage } from './mail.ts';

interface MailData {
  from: unknown;
  to: unknown;
  cc: unknown;
  date: string;
  subject: string;
  text: string;
  html: string;
  attachments: unknown;
}

export async function checkMailData(file: string): Promise<void> {
  const { from, to, cc, date, attachment } = mailSample;
  const read = JSON.parse(await readFile(file, 'utf8')) as MailData | MailData[];
  // A mailbox becomes a list of messages.
  const mail = Array.isArray(read) ? read[0] : read;
  assert.ok(mail, 'a message');
  assert.equal(mail.subject, letter.title);
  assert.deepEqual([mail.from, mail.to, mail.cc], [[from], [to], [cc]]);
  assert.equal(Date.parse(mail.date), Date.parse(date), 'the date');
  assert.deepEqual(mail.attachments, [
    { name: attachment.name, type: 'text/plain', size: attachment.text.length },
  ]);
  checkLetter(wordsOf(`${mail.subject} ${mail.text}`));
  checkLetter(wordsOf(`${mail.subject} ${mail.html.replace(/<[^>]*>/g, ' ')}`));
  checkMailPage(mail.html);
}

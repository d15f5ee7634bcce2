/**
 * Checks that a converted email message has the headers, the attachment name and the picture, and no dangerous content.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Format } from '@protean/formats/format.ts';
import { png } from '../../../samples/pictures/image-png.ts';
import { letter } from '../../../samples/documents/letter.ts';
import { mailSample } from '../../../samples/documents/mail.ts';
import { picture } from '../../../samples/pictures/picture.ts';
import type { TreeMember } from '../../../samples/archives/tree.ts';

export const isMail = ({ ext }: Format) => ['eml', 'msg', 'mbox'].includes(ext);

const { from, to, cc, date, attachment, hidden } = mailSample;

/** Checks the document in `file`. `shown` contains the visible words of the document. */
export async function checkMail(shown: readonly string[], file: string, target: Format): Promise<void> {
  const words = shown.join(' ');
  const lines = [
    `From ${from.name} ${from.address}`,
    `To ${to.name} ${to.address}`,
    `Cc ${cc.name} ${cc.address}`,
    `Date ${date}`,
    attachment.name,
  ];
  for (const sought of lines) {
    const piece = spoken(sought);
    assert.ok(words.includes(piece), `“${piece}” is missing in: ${words.slice(0, 300)}`);
  }
  for (const snare of Object.values(hidden)) assert.ok(!words.includes(spoken(snare)), `“${snare}” is shown`);
  if (target.ext === 'html') checkMailPage(await readFile(file, 'utf8'));
}

/**
 * Checks that the zip contains exactly the attachments and inline files of an email message, or the messages of a
 * mailbox.
 */
export function checkAttachments(found: ReadonlyMap<string, TreeMember>, { ext }: Format): void {
  if (ext === 'mbox') {
    assert.deepEqual([...found.keys()].sort(), [`1 ${letter.title}.eml`, '2 Answer.eml']);
    return;
  }
  const carried: Readonly<Record<string, string | Buffer>> = {
    [attachment.name]: attachment.text,
    // In the EML sample, the picture has no name.
    [ext === 'msg' ? 'harbour.png' : 'attachment.png']: png(picture()),
  };
  assert.deepEqual([...found.keys()].sort(), Object.keys(carried).sort());
  for (const [name, data] of Object.entries(carried))
    assert.ok(found.get(name)?.data === Buffer.from(data).toString('base64'), `bytes of ${name}`);
}

/** Joins the words of a text without punctuation, because the document oracle also ignores punctuation. */
const spoken = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

export function checkMailPage(page: string): void {
  for (const snare of [...Object.values(hidden), '<script', 'onload', 'javascript:', 'url(', '@import'])
    assert.ok(!page.includes(snare), `${snare} is in the page`);
  assert.match(page, /<img src="data:image\/png;base64,iVBOR[^"]{100,}" alt="The harbour">/, 'the picture');
}

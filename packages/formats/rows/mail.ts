/**
 * Formats for mail messages, and for web pages saved as one file, one row each. All mail formats have the category
 * document.
 */
import type { Format, Trait } from '../format.ts';

const message: readonly Trait[] = ['text', 'structure', 'styling', 'images'];

export const mail: readonly Format[] = [
  { ext: 'eml', name: 'Mail message', category: 'document', mime: 'message/rfc822', holds: message },
  {
    ext: 'mbox',
    name: 'Mailbox',
    category: 'document',
    mime: 'application/mbox',
    aliases: ['mbx'],
    holds: message,
  },
  {
    ext: 'msg',
    name: 'Outlook message',
    category: 'document',
    mime: 'application/vnd.ms-outlook',
    holds: message,
    inside: { container: 'ole', marks: ['__properties_version1.0'] },
  },
  {
    ext: 'mhtml',
    name: 'Saved web page',
    category: 'document',
    mime: 'multipart/related',
    aliases: ['mht'],
    holds: message,
  },
  {
    ext: 'chm',
    name: 'Compiled HTML help',
    category: 'document',
    mime: 'application/vnd.ms-htmlhelp',
    holds: message,
    magic: [{ hex: '4954534603000000' }],
  },
];

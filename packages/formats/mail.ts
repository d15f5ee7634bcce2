/** Mail messages, a row each; they belong to the document category. */
import type { Format, Trait } from './format.ts';

const written: readonly Trait[] = ['text', 'structure', 'styling', 'images'];

export const mail: readonly Format[] = [
  { ext: 'eml', name: 'Mail message', category: 'document', mime: 'message/rfc822', holds: written },
  {
    ext: 'msg',
    name: 'Outlook message',
    category: 'document',
    mime: 'application/vnd.ms-outlook',
    holds: written,
    inside: { container: 'ole', marks: ['__properties_version1.0'] },
  },
];

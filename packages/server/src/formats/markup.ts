/** Markup and plain text formats, a row each; they belong to the document category. */
import type { Format } from './format.ts';

export const markup: readonly Format[] = [
  {
    ext: 'md',
    name: 'Markdown',
    category: 'document',
    mime: 'text/markdown',
    aliases: ['markdown'],
    holds: ['text', 'structure', 'styling', 'images'],
  },
  {
    ext: 'html',
    name: 'HTML',
    category: 'document',
    mime: 'text/html',
    aliases: ['htm'],
    holds: ['text', 'structure', 'styling', 'images'],
    hub: true,
  },
];

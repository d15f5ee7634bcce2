/** Page description formats other than PDF, and drawings in the same languages, one row each. */
import type { Format, Trait } from '../format.ts';

const pageContent: readonly Trait[] = ['text', 'styling', 'layout', 'images', 'pages', 'colour', 'vector'];

export const pages: readonly Format[] = [
  {
    ext: 'ps',
    name: 'PostScript',
    category: 'document',
    mime: 'application/postscript',
    holds: pageContent,
    // Commands for printer job control may precede the first `%!`.
    magic: [{ hex: '25 21' }, { hex: '04 25 21' }, { hex: '1b 25 2d 31 32 33 34 35' }],
  },
  {
    ext: 'xps',
    name: 'XPS',
    category: 'document',
    mime: 'application/vnd.ms-xpsdocument',
    aliases: ['oxps'],
    holds: [...pageContent, 'alpha'],
    inside: {
      container: 'zip',
      marks: ['FixedDocSeq.fdseq', 'FixedDocumentSequence.fdseq', 'Documents/1/*'],
    },
  },
  {
    ext: 'djvu',
    name: 'DjVu',
    category: 'document',
    mime: 'image/vnd.djvu',
    aliases: ['djv'],
    holds: ['text', 'layout', 'images', 'pages', 'colour'],
    magic: [{ hex: '41 54 26 54 46 4f 52 4d' }],
  },
  {
    ext: 'eps',
    name: 'Encapsulated PostScript',
    category: 'image',
    mime: 'application/eps',
    aliases: ['epsf', 'epsi'],
    holds: ['colour', 'alpha', 'vector'],
    // The second signature is for EPS files with a screen preview. The third signature is for any PostScript page,
    // because some programs begin an EPS file like a page.
    magic: [
      { hex: '25 21 50 53 2d 41 64 6f 62 65 2d .. 2e .. 20 45 50 53 46' },
      { hex: 'c5 d0 d3 c6' },
      { hex: '25 21' },
    ],
  },
  {
    ext: 'ai',
    name: 'Adobe Illustrator',
    category: 'image',
    mime: 'application/illustrator',
    holds: ['colour', 'alpha', 'vector'],
    // Illustrator has written PDF files since version 9. Versions of Illustrator before 9 wrote PostScript files.
    magic: [{ hex: '25 50 44 46' }, { hex: '25 21 50 53' }],
    // `sign` is the comment `%%Creator: Adobe Illustrator`. The comment distinguishes PostScript files of Illustrator
    // from other PostScript files.
    sign: ['252543726561746f723a2041646f626520496c6c7573747261746f72'],
  },
];

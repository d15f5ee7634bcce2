/** E-book formats, one row each: books with flowing text, and comics, which are archives of images. */
import type { Format } from '../format.ts';

type EbookRow = Pick<Format, 'ext' | 'name' | 'mime'> & Partial<Omit<Format, 'category'>>;

const book = (row: EbookRow): Format => ({
  category: 'ebook',
  holds: ['text', 'structure', 'styling', 'images', 'tags'],
  ...row,
});

/** Returns the row of a format that stores some or all headings, lists, tables and links only as styled text. */
const styled = (row: EbookRow): Format => ({
  category: 'ebook',
  holds: ['text', 'styling', 'images', 'tags'],
  ...row,
});

/** Returns the row of a format that stores text with little or no formatting. */
const plain = (row: EbookRow): Format => ({ category: 'ebook', holds: ['text', 'tags'], ...row });

export const ebooks: readonly Format[] = [
  book({
    ext: 'epub',
    name: 'EPUB',
    mime: 'application/epub+zip',
    holds: ['text', 'structure', 'math', 'styling', 'images', 'tags'],
    inside: { container: 'zip', marks: ['mimetype:application/epub+zip', 'META-INF/container.xml'] },
    hub: true,
  }),
  // PalmDOC files have the extension pdb or prc equally often. Old Mobipocket files use prc too.
  plain({
    ext: 'pdb',
    name: 'Palm ebook',
    mime: 'application/vnd.palm',
    holds: ['text'],
    magic: [
      { hex: '5445587452454164', at: 60 },
      { hex: '504e526450507273', at: 60 },
      { hex: '7a54585447506c6d', at: 60 },
    ],
    magicOptional: true,
  }),
  book({
    ext: 'mobi',
    name: 'Mobipocket',
    mime: 'application/x-mobipocket-ebook',
    aliases: ['prc', 'azw'],
    magic: [
      { hex: '424f4f4b4d4f4249', at: 60 },
      { hex: '5445587452454164', at: 60 },
    ],
  }),
  book({
    ext: 'azw3',
    name: 'Kindle Format 8',
    mime: 'application/vnd.amazon.ebook',
    magic: [{ hex: '424f4f4b4d4f4249', at: 60 }],
  }),
  // FictionBook has headings and tables, but no lists.
  styled({ ext: 'fb2', name: 'FictionBook', mime: 'application/x-fictionbook+xml' }),
  styled({
    ext: 'fbz',
    name: 'FictionBook, zipped',
    mime: 'application/x-zip-compressed-fb2',
    aliases: ['fb2.zip'],
    inside: { container: 'zip', marks: ['*.fb2'] },
  }),
  book({
    ext: 'lit',
    name: 'Microsoft Reader',
    mime: 'application/x-ms-reader',
    magic: [{ hex: '49544f4c49544c53' }],
  }),
  styled({
    ext: 'lrf',
    name: 'Sony Reader',
    mime: 'application/x-sony-bbeb',
    magic: [{ hex: '4c0052004600' }],
  }),
  book({
    ext: 'htmlz',
    name: 'HTML, zipped',
    mime: 'application/x-htmlz',
    inside: { container: 'zip', marks: [] },
  }),
  plain({
    ext: 'txtz',
    name: 'Text, zipped',
    mime: 'application/x-txtz',
    inside: { container: 'zip', marks: [] },
  }),
  // Images in RocketBook files are grayscale.
  styled({
    ext: 'rb',
    name: 'RocketBook',
    mime: 'application/x-rocketbook',
    holds: ['text', 'styling', 'tags'],
    magic: [{ hex: 'b00cb00c' }],
  }),
  styled({
    ext: 'pmlz',
    name: 'Palm markup, zipped',
    mime: 'application/x-pmlz',
    holds: ['text', 'styling', 'images'],
    inside: { container: 'zip', marks: ['*.pml'] },
  }),
  plain({
    ext: 'tcr',
    name: 'Psion ebook',
    mime: 'application/x-tcr',
    holds: ['text'],
    magic: [{ hex: '2121382d4269742121' }],
  }),
];

const comic = (row: EbookRow): Format => ({ category: 'ebook', holds: ['images', 'pages'], ...row });

/**
 * A comic book has the signature of the archive format on which it is based. Comics come after the archive formats, so
 * that a file without a name is detected as the archive.
 */
export const comics: readonly Format[] = [
  comic({
    ext: 'cbz',
    name: 'Comic, zip',
    mime: 'application/vnd.comicbook+zip',
    inside: { container: 'zip', marks: ['ComicInfo.xml'] },
    hub: true,
  }),
  comic({
    ext: 'cbr',
    name: 'Comic, RAR',
    mime: 'application/vnd.comicbook-rar',
    magic: [{ hex: '526172211a07' }],
  }),
  comic({ ext: 'cb7', name: 'Comic, 7-Zip', mime: 'application/x-cb7', magic: [{ hex: '377abcaf271c' }] }),
  comic({
    ext: 'cbt',
    name: 'Comic, tar',
    mime: 'application/x-cbt',
    magic: [{ hex: '7573746172', at: 257 }],
    magicOptional: true,
  }),
];

/**
 * The ebook oracle. Checks the title, the author, the chapters, the cover, and the words of the sample letter in order.
 * If the source or the target is a comic, checks its pages in order.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Trait } from '@protean/formats/format.ts';
import { letter, tableRowsOf, type TableRows } from '../../../samples/documents/letter.ts';
import { blocks, picture } from '../../../samples/pictures/picture.ts';
import { pythonFile } from '../../../samples/run.ts';
import type { Claim } from '../../oracle.ts';
import { checkComic, checkPages, isComic, type ComicPage } from './comic.ts';
import { checkLetter, wordsOf } from '../documents/document.ts';

const reader = path.join(import.meta.dirname, 'book_reader.py');

interface Book {
  title?: string | null;
  author?: string | null;
  text: string;
  /** The text of the KF8 book, if a Kindle file contains a Mobipocket book and a KF8 book. */
  newerText?: string;
  headings?: string[];
  /** The labels of the table of contents. `contents` is absent if the table of contents is part of the text. */
  contents?: string[];
  items?: string[];
  rows?: string[];
  links?: string[];
  cover?: ComicPage | null;
  pictures?: ComicPage[];
  /** The version of a Kindle book: 6 for Mobipocket, 8 for KF8. */
  version?: number;
}

export async function checkEbook(files: readonly string[], claim: Claim): Promise<void> {
  const [file = '', ...more] = files;
  assert.equal(more.length, 0, 'one file');
  const { source, target } = claim;
  if (isComic(target)) return checkComic(file, target);
  const { stdout } = await pythonFile(reader, [target.ext, file]);
  const book = JSON.parse(stdout.toString()) as Book;
  if (target.ext === 'azw3') assert.equal(book.version, 8, 'the version of the Kindle format');
  if (isComic(source)) return checkPages(book.pictures ?? []);
  for (const text of [book.text, book.newerText ?? book.text]) checkLetter(wordsOf(text));
  if (target.holds.includes('tags')) assert.equal(book.title, letter.title, 'the title');
  if (keeps(claim, 'tags')) assert.equal(book.author, letter.author, 'the author');
  if (keeps(claim, 'structure')) checkStructure(book, tableRowsOf(source.ext));
  // FictionBook has no lists, so only its headings are checked.
  else if (target.ext === 'fb2' && source.holds.includes('structure')) checkHeadings(book);
  // If the source is a Sony book (LRF), the cover is the first picture of the result. The first picture may be missing,
  // because not all readers report pictures.
  const cover = source.ext === 'lrf' ? book.pictures?.[0] : book.cover;
  if (source.category === 'ebook' && keeps(claim, 'images') && (cover || source.ext !== 'lrf'))
    checkCover(cover);
}

function keeps({ source, target, loses }: Claim, trait: Trait): boolean {
  return source.holds.includes(trait) && target.holds.includes(trait) && !loses.includes(trait);
}

function checkHeadings({ headings = [], contents = headings }: Book): void {
  for (const { heading } of letter.sections) {
    assert.ok(headings.includes(heading), `the heading “${heading}” among ${headings.join(', ')}`);
    assert.ok(contents.includes(heading), `the chapter “${heading}” among ${contents.join(', ')}`);
  }
}

function checkStructure(book: Book, expected: TableRows): void {
  const { items, rows, links } = book;
  checkHeadings(book);
  if (items)
    assert.deepEqual(
      items.filter((item) => letter.list.some((known) => known === item)),
      [...letter.list],
      'the list',
    );
  if (rows)
    assert.deepEqual(
      rows,
      expected.map((row) => row.join(' ')),
      'the table',
    );
  if (links) assert.ok(links.includes(letter.link.href), `the link among ${links.join(', ')}`);
}

/** Checks that the cover is the sample picture, in any size. */
function checkCover(cover: ComicPage | null | undefined): void {
  assert.ok(cover, 'a cover');
  const { width, height } = picture();
  assert.ok(
    Math.abs(cover.width / cover.height - width / height) < 0.05,
    `the cover is ${cover.width}×${cover.height}`,
  );
  const [red = 0, green = 0, blue = 0] = blocks[0] ?? [];
  const off = Math.max(...[red, green, blue].map((value, n) => Math.abs(value - (cover.corner[n] ?? 0))));
  assert.ok(off < 40, `the cover's corner is ${cover.corner.join(',')}`);
}

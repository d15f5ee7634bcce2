/**
 * The document oracle. Checks that a result has the words of the sample letter in order. The oracle also checks
 * headings, lists, tables and links if the route keeps them, and the rendered pages of formats with fixed pages.
 */
import assert from 'node:assert/strict';
import { letter, letterTexts } from '../../../samples/documents/letter.ts';
import { scannedTexts } from '../../../samples/documents/scan.ts';
import { cueTexts } from '../../../samples/media/subtitle.ts';
import { columnNames, records } from '../../../samples/spreadsheets/table.ts';
import type { Claim } from '../../oracle.ts';
import { checkInvoicePage } from '../data/invoice.ts';
import { checkCatalogue, isOfCatalogues } from '../data/catalogue.ts';
import { checkCards, isOfCards } from '../data/cards.ts';
import { holdsComic } from '../books/comic.ts';
import { checkStructure } from './document-structure.ts';
import { documentText } from './document-text.ts';
import { checkHocr } from './hocr.ts';
import { checkInternetMessage } from './internet-message.ts';
import { checkMail, isMail } from './mail.ts';
import { checkPageImages, printed } from './page-image.ts';
import { checkPicturePage } from '../pictures/picture-page.ts';
import { checkPlaces, isOfPlaces } from '../data/places.ts';
import { checkReferences, isBibliography } from '../data/references.ts';
import { checkSpecimen } from './specimen.ts';

export async function checkDocument(files: readonly string[], claim: Claim): Promise<void> {
  if (holdsComic(claim)) return checkPageImages(files, claim);
  if (isOfCatalogues(claim.source)) return checkCatalogue(files, claim);
  if (isOfCards(claim.source)) return checkCards(files, claim);
  if (isOfPlaces(claim.source)) return checkPlaces(files, claim);
  if (claim.writer === 'invoices') return checkInvoicePage(files[0] ?? '');
  if (['ocrmypdf', 'tesseract'].includes(claim.writer)) return checkScan(files, claim);
  if (claim.source.category === 'image') return checkPicturePage(files, claim);
  if (claim.source.category === 'font') return checkSpecimen(files, claim);
  const [file = '', ...more] = files;
  assert.equal(more.length, 0, 'one file');
  if (claim.target.ext === 'eml') return checkInternetMessage(file);
  if (isBibliography(claim.source)) {
    await checkReferences(file, claim);
    if (printed.includes(claim.target.ext)) await checkPageImages([file], claim);
    return;
  }
  const words = claim.loses.includes('text') ? undefined : wordsOf(await documentText(file, claim));
  if (words) checkWords(words, claim);
  if (words && isMail(claim.source)) await checkMail(words, file, claim.target);
  if (keeps(claim, 'structure')) await checkStructure(file, claim);
  // The text in the file could be white or outside of the page, so the rendered pages are checked too.
  if (printed.includes(claim.target.ext)) await checkPageImages([file], claim);
}

/** Checks that the result of OCR contains every line of the scanned page, complete and in order. */
async function checkScan(files: readonly string[], claim: Claim): Promise<void> {
  const [file = '', ...more] = files;
  assert.equal(more.length, 0, 'one file');
  if (claim.target.ext === 'hocr') return checkHocr(file);
  checkPieces(wordsOf(await documentText(file, claim)), scannedTexts);
}

function checkWords(words: readonly string[], { source, target }: Claim): void {
  if (['spreadsheet', 'data'].includes(source.category)) checkCells(words);
  else if (source.category === 'subtitle') checkCues(words, target.ext);
  else checkLetter(words);
}

function keeps({ source, target, loses }: Claim, trait: 'structure'): boolean {
  // Archive samples contain a web page with the letter.
  const isSite = source.category === 'archive';
  const letters = ['document', 'ebook'].includes(source.category) && source.holds.includes(trait);
  return (isSite || letters) && target.holds.includes(trait) && !loses.includes(trait);
}

/**
 * Returns the words: sequences of letters and digits. Omits all characters that are not letters or digits, such as
 * punctuation and most markup.
 */
export function wordsOf(text: string): string[] {
  return text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Checks that `words` contains every piece of the sample letter, complete and in order. */
export function checkLetter(words: readonly string[]): void {
  checkPieces(words, letterTexts());
  const titles = countPiece(words, wordsOf(letter.title));
  // The title may appear as the name of the page, in a table of contents, and above the text.
  assert.ok(titles <= 3, `the title is there ${titles} times`);
}

function checkPieces(words: readonly string[], texts: readonly string[]): void {
  let from = 0;
  for (const text of texts) {
    const piece = wordsOf(text);
    const at = indexOfPiece(words, piece, from);
    assert.ok(at >= 0, `“${text}” is missing or out of place in: ${words.slice(from, from + 60).join(' ')}`);
    from = at + piece.length;
  }
}

function indexOfPiece(words: readonly string[], piece: readonly string[], from: number): number {
  return words.findIndex((_, at) => at >= from && piece.every((word, n) => words[at + n] === word));
}

function countPiece(words: readonly string[], piece: readonly string[]): number {
  return words.filter((_, at) => piece.every((word, n) => words[at + n] === word)).length;
}

/** Formats in which the extracted text has additional words, which come from a header, a footer or the markup. */
const wordy = 'tex tei icml opml man ms texi mediawiki textile muse doc dot'.split(' ');

const marks = new Set('br lt gt amp verbatim textless textgreater emph strong textbf'.split(' '));

/**
 * Checks that the result has the text of the subtitles, in order. In the result, the page title may precede the text of
 * the subtitles. Additional words are allowed only in the formats listed in `wordy`.
 */
function checkCues(words: readonly string[], target: string): void {
  const due = wordsOf(cueTexts().join('\n')).join(' ');
  if (wordy.includes(target)) {
    const spoken = words.filter((word) => !marks.has(word)).join(' ');
    assert.ok(` ${spoken} `.includes(` ${due} `), `what is said in: ${spoken}`);
    return;
  }
  assert.equal(words.join(' ').replace(/^(?:Subtitles )+/, ''), due, 'what is said');
}

/**
 * Checks the column names and the values of the records. Skips dates and booleans, because formats write them
 * differently.
 */
function checkCells(words: readonly string[]): void {
  const squeezed = words.join(' ').replace(/(?<=\d) (?=\d{3}\b)/g, '');
  const cells = [
    ...columnNames,
    ...records.flatMap(({ id, name, price, note }) => [
      String(id),
      name,
      String(Math.abs(price)),
      note ?? '',
    ]),
  ];
  for (const cell of cells) {
    const sought = wordsOf(cell).join(' ');
    assert.ok(squeezed.includes(sought), `the cell “${cell}” is missing in: ${squeezed.slice(0, 400)}`);
  }
}

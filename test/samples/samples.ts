/**
 * Makes one sample file per format, with known content. Scripts and tools make the samples on demand, so the repository
 * does not have to store binary files.
 */
import { copyFile, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { format } from '@protean/formats';
import { memoize } from '../support/memoize.ts';
import { archives } from './archives/archive.ts';
import { audio } from './media/audio.ts';
import { cards } from './data/cards.ts';
import { catalogues } from './data/catalogue.ts';
import { data } from './data/data.ts';
import { visioDrawings } from './documents/drawing.ts';
import { documents } from './documents/document.ts';
import { ebooks } from './books/ebook.ts';
import { fonts } from './fonts/font.ts';
import { helps } from './books/help.ts';
import { invoiceFile, invoicePdf, invoices } from './documents/invoice.ts';
import { images } from './pictures/image.ts';
import { mail } from './documents/mail.ts';
import { markup } from './documents/markup.ts';
import { pages } from './documents/page.ts';
import { places } from './data/places.ts';
import { bibliographies } from './data/references.ts';
import { scanOf, scans } from './documents/scan.ts';
import { sites } from './documents/site.ts';
import { spreadsheets } from './spreadsheets/spreadsheet.ts';
import { structured } from './documents/structured.ts';
import { subtitles } from './media/subtitle.ts';
import { tables } from './data/tables.ts';
import { videos } from './media/video.ts';

/**
 * Writes one sample to `file`. If possible, the sample is not written by the engine that reads the format. If the maker
 * needs another sample as its input, `sample(ext)` resolves with the path of that sample.
 */
export type SampleMaker = (file: string, sample: (ext: string) => Promise<string>) => Promise<void>;

export type SampleMakers = Readonly<Record<string, SampleMaker>>;

export const makers: SampleMakers = {
  ...images,
  ...audio,
  ...videos,
  ...subtitles,
  ...documents,
  ...visioDrawings,
  ...mail,
  ...helps,
  ...bibliographies,
  ...markup,
  ...structured,
  ...pages,
  ...spreadsheets,
  ...ebooks,
  ...archives,
  ...fonts,
  ...data,
  ...tables,
  ...places,
  ...cards,
  ...catalogues,
};

/**
 * Maps each archive format to a comic format, which is an archive of pictures. The comic is the sample for routes from
 * the archive format to comics and to PDF.
 */
const albums: Readonly<Record<string, string>> = { zip: 'cbz', tar: 'cbt', '7z': 'cb7', rar: 'cbr' };

/**
 * Returns the name of the sample that tests convert from `source` to `target`. `engine` is the engine of the first
 * step.
 */
export function sampleFor(source: string, target: string, engine = ''): string {
  const from = format(source);
  const { category, holds } = format(target);
  if (from.category === 'image' && category === 'document' && !holds.includes('vector'))
    return scanOf(source);
  if (target === 'hocr') return scanOf(source);
  if (engine === 'invoices') return invoiceFile;
  // Conversions from PDF to data or to an archive extract attachments and other contents that are not pages, so the
  // sample for these conversions has an attachment.
  if (source === 'pdf' && (category === 'data' || category === 'archive')) return invoicePdf;
  if (from.category !== 'archive' || category === 'archive') return source;
  // If `albums` lists the archive format, conversions to comics and to PDF get an archive of pictures. Almost all
  // conversions to targets other than comics and PDF get an archive with a web page.
  const isComic = (category === 'ebook' && holds.includes('pages')) || (target === 'pdf' && source in albums);
  return isComic ? (albums[source] ?? source) : `site.${source}`;
}

/** Makes each sample once, on demand, in `dir`. */
export class Samples {
  readonly #dir: string;
  readonly #shelf: string | undefined;
  readonly #made = memoize((ext: string) => this.#make(ext));

  /** `shelf` is a folder through which the processes of one test run share finished samples. */
  constructor(dir: string, shelf = process.env['SAMPLES']) {
    this.#dir = dir;
    this.#shelf = shelf;
  }

  /**
   * Resolves with the path of the file `sample.<ext>`, and makes the file on the first call. Rejects if no maker for
   * `ext` exists.
   */
  get(ext: string): Promise<string> {
    return this.#made(ext);
  }

  async #make(ext: string): Promise<string> {
    const maker = makers[ext] ?? sites[ext] ?? scans[ext] ?? invoices[ext];
    if (!maker) throw new Error(`no sample for ${ext}: add one to test/samples/`);
    await mkdir(this.#dir, { recursive: true });
    const file = path.join(this.#dir, `sample.${ext}`);
    if (await this.#take(file)) return file;
    await maker(file, (other) => this.get(other));
    await this.#put(file);
    return file;
  }

  async #take(file: string): Promise<boolean> {
    if (!this.#shelf) return false;
    return copyFile(path.join(this.#shelf, path.basename(file)), file).then(
      () => true,
      () => false,
    );
  }

  async #put(file: string): Promise<void> {
    if (!this.#shelf) return;
    await mkdir(this.#shelf, { recursive: true });
    const shelved = path.join(this.#shelf, path.basename(file));
    // Moves the file into place atomically, so that other processes never see a partial file.
    await copyFile(file, `${shelved}.${process.pid}`);
    await rename(`${shelved}.${process.pid}`, shelved);
  }
}

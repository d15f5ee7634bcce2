/** Lists all formats, and finds a format by its name or by a file name. */
import { archives } from './rows/archive.ts';
import { audio } from './rows/audio.ts';
import { data } from './rows/data.ts';
import { documents } from './rows/document.ts';
import { bibliographies } from './rows/bibliography.ts';
import { comics, ebooks } from './rows/ebook.ts';
import { fonts } from './rows/font.ts';
import type { Family, Format } from './format.ts';
import { images, packedDrawings } from './rows/image.ts';
import { mail } from './rows/mail.ts';
import { markup } from './rows/markup.ts';
import { pages } from './rows/page.ts';
import { spreadsheets } from './rows/spreadsheet.ts';
import { subtitles } from './rows/subtitle.ts';
import { videos } from './rows/video.ts';

export const formats: readonly Format[] = [
  ...images,
  ...videos,
  ...audio,
  ...subtitles,
  ...documents,
  ...mail,
  ...bibliographies,
  ...markup,
  ...pages,
  ...spreadsheets,
  ...ebooks,
  ...archives,
  ...packedDrawings,
  ...comics,
  ...fonts,
  ...data,
];

const byName = new Map(
  formats.flatMap((format) => [format.ext, ...(format.aliases ?? [])].map((name) => [name, format] as const)),
);

const bySharedName = new Map(
  formats.flatMap((format) => (format.sharedNames ?? []).map((name) => [name, format] as const)),
);

/** Returns the format with the extension or alias `name`, in any case, with or without a leading dot. */
export function formatNamed(name: string): Format | undefined {
  return byName.get(name.trim().toLowerCase().replace(/^\./, ''));
}

/**
 * Returns the format with the extension or alias `ext`. This function is meant for names that are constants in the
 * code.
 * @throws if the format does not exist.
 */
export function format(ext: string): Format {
  const known = byName.get(ext);
  if (!known) throw new Error(`unknown format: ${ext}`);
  return known;
}

/** Returns the extensions of the formats that belong to all of `families`, in the order of the format table. */
export const formatsOfFamily = (...families: readonly Family[]): string[] =>
  formats
    .filter((row) => families.every((family) => row.families?.includes(family) ?? false))
    .map(({ ext }) => ext);

/** Returns the format of a file name's extension. The longest known suffix wins, so `a.tar.gz` is `tar.gz`. */
export function formatOfFileName(fileName: string): Format | undefined {
  return byName.get(suffixOf(fileName));
}

/**
 * If two formats share the extension of the file name, returns the second format. {@link formatOfFileName} returns the
 * first.
 */
export function namesakeOfFileName(fileName: string): Format | undefined {
  return bySharedName.get(suffixOf(fileName));
}

/** Returns the longest suffix that is a known extension, in lower case, or an empty string. */
function suffixOf(fileName: string): string {
  const parts = fileName.toLowerCase().split('.');
  for (let first = 1; first < parts.length; first += 1) {
    const suffix = parts.slice(first).join('.');
    if (byName.has(suffix)) return suffix;
  }
  return '';
}

/**
 * Returns `fileName` without its extension, to name the result file. Removes the longest known extension, such as
 * `.tar.gz`, or otherwise everything after the last dot.
 */
export function stemOf(fileName: string): string {
  const parts = fileName.split('.');
  for (let first = 1; first < parts.length; first += 1) {
    if (byName.has(parts.slice(first).join('.').toLowerCase())) return parts.slice(0, first).join('.');
  }
  return parts.length > 1 ? parts.slice(0, -1).join('.') : fileName;
}

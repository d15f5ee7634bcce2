/** Sorts formats by popularity, for lists that show only some formats or begin with the best-known formats. */
import type { Category } from './format.ts';

/** The most popular formats of each category, in descending order of popularity. */
export const commonOf: Readonly<Record<Category, readonly string[]>> = {
  image: ['jpg', 'png', 'webp', 'pdf', 'avif', 'gif'],
  video: ['mp4', 'webm', 'gif', 'mp3', 'mov', 'mkv'],
  audio: ['mp3', 'wav', 'm4a', 'flac', 'ogg', 'opus'],
  subtitle: ['srt', 'vtt', 'ass', 'txt'],
  document: ['pdf', 'docx', 'txt', 'html', 'md', 'odt'],
  spreadsheet: ['xlsx', 'csv', 'pdf', 'ods', 'json', 'html'],
  ebook: ['epub', 'pdf', 'mobi', 'azw3', 'docx', 'txt'],
  archive: ['zip', '7z', 'tar.gz', 'tar'],
  font: ['ttf', 'woff2', 'otf', 'woff'],
  data: ['json', 'yaml', 'csv', 'xml', 'toml'],
};

/** The most frequently converted formats of all categories, in descending order of popularity. */
const popular: readonly string[] = [
  ...['pdf', 'docx', 'jpg', 'png', 'xlsx', 'mp4', 'mp3', 'webp', 'heic', 'pptx', 'gif', 'txt', 'csv', 'svg'],
  ...['epub', 'mov', 'wav', 'html', 'md', 'json', 'm4a', 'avif', 'tiff', 'odt', 'doc', 'rtf', 'xls', 'ppt'],
  ...['webm', 'zip', 'avi', 'mkv', 'flac', 'ogg', 'aac', 'opus', 'bmp', 'ico', 'psd', 'eps', 'mobi', 'azw3'],
  ...['ods', 'odp', 'xml', 'yaml', 'srt', 'vtt', 'ttf', 'otf', 'woff2', 'woff', 'eml', 'msg', '7z', 'rar'],
  ...['tar.gz', 'tar', 'wmv', 'wma', 'ai', 'jxl', 'tex', 'ipynb', 'parquet', 'toml', 'tsv', 'sqlite', 'ass'],
  ...['fb2', 'djvu', 'cbz', 'ics', 'vcf'],
];

/**
 * Sorts extensions by the popularity of their formats. Formats that are common in `category` come first, then other
 * popular formats. Unpopular formats come last, in the given order.
 */
export function popularFirst(extensions: readonly string[], category: Category): string[] {
  const ranked = [...new Set([...commonOf[category], ...popular])];
  const ranks = new Map(ranked.map((ext, rank) => [ext, rank]));
  const rankOf = (ext: string) => ranks.get(ext) ?? ranked.length;
  return extensions.toSorted((one, other) => rankOf(one) - rankOf(other));
}

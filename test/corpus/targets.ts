/** The usual targets for files of each category. */
import type { Category } from '@protean/formats/format.ts';

/**
 * Targets by category, most common first. By default, a file is converted to the first three targets that its format
 * supports.
 */
export const naturalTargets: Readonly<Record<Category, readonly string[]>> = {
  image: ['jpg', 'png', 'webp', 'pdf', 'tiff'],
  video: ['mp4', 'mp3', 'gif', 'webm', 'wav'],
  audio: ['mp3', 'wav', 'm4a', 'flac'],
  document: ['pdf', 'docx', 'html', 'txt', 'png'],
  spreadsheet: ['csv', 'xlsx', 'pdf', 'html'],
  ebook: ['epub', 'pdf', 'txt', 'cbz', 'mobi'],
  archive: ['zip', 'tar.gz', '7z', 'gz', 'xz'],
  font: ['ttf', 'woff2', 'otf', 'woff'],
  data: ['json', 'yaml', 'csv', 'xml'],
  subtitle: ['srt', 'vtt', 'txt', 'ass'],
};

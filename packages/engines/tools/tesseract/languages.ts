/** Definitions shared by the engines that use Tesseract: the pictures they read, and the installed languages. */
import { globSync } from 'node:fs';
import path from 'node:path';

/** Formats that scanners, phones and messengers write. */
export const pictures = ['jpg', 'png', 'webp', 'gif', 'avif', 'tiff', 'heic', 'jxl', 'jp2', 'j2k'];

/** There is one folder for each version of Tesseract's data. Debian packages a single version of this data. */
export const languageFiles = '/usr/share/tesseract-ocr/*/tessdata';

/** Data files that are not languages: page orientation, and an old model for formulas. */
const otherData = ['osd', 'equ'];

/**
 * Returns the sorted codes of the installed languages. A code has 3 letters, and some codes also state a script, such
 * as `chi_sim`.
 */
export function installedLanguages(): string[] {
  const names = globSync(`${languageFiles}/*.traineddata`).map((file) => path.basename(file, '.traineddata'));
  return [...new Set(names)].filter((name) => !otherData.includes(name)).sort();
}

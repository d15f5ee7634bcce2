/** What is common to all that read by Tesseract: the pictures they take, and the languages that are installed. */
import { globSync } from 'node:fs';
import path from 'node:path';

/** Pictures that scanners and telephones write, and those that are sent on. */
export const pictures = ['jpg', 'png', 'webp', 'gif', 'avif', 'tiff', 'heic', 'jxl', 'jp2', 'j2k'];

/** One folder for each version of Tesseract's data; Debian has one. */
export const languageFiles = '/usr/share/tesseract-ocr/*/tessdata';

/** Data about pages, not about a language: how they are turned, and formulas of old. */
const otherData = ['osd', 'equ'];

/** By their names of three letters, sorted; `chi_sim` is written in simplified characters. */
export function installedLanguages(): string[] {
  const names = globSync(`${languageFiles}/*.traineddata`).map((file) => path.basename(file, '.traineddata'));
  return [...new Set(names)].filter((name) => !otherData.includes(name)).sort();
}

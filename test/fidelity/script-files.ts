/**
 * Writes the source files of the test of writing systems: a page with one line of each common writing system, in
 * several document formats. Makes the files with tools that are independent of Protean.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writingSystems } from '../../packages/server/src/commands/writing-systems.ts';
import { python, run } from '../samples/run.ts';

const samples = writingSystems.map(({ sample }) => sample);

/** Height of a line in the SVG file, in pixels. */
const lineHeight = 32;

export const scriptSources = [
  'docx',
  'odt',
  'html',
  'md',
  'epub',
  'txt',
  'svg',
  'pptx',
  'xlsx',
  'eml',
  'srt',
];

// WeasyPrint 57 has a fault: if no font has a character, WeasyPrint draws a space instead. PDF readers then read every
// space as the first character that was drawn as a space. The page begins with a real space, so that PDF readers read
// all spaces of the page correctly.
const page = (formula: string) => ['a b', ...samples, formula].join('\n\n');

const sheet = `
import sys, openpyxl
book = openpyxl.Workbook()
for row, text in enumerate(sys.argv[2:], 1):
    book.active.cell(row, 1, text)
book.active.column_dimensions['A'].width = 40
book.save(sys.argv[1])
`;

const paragraphs = `<p>a b</p>${samples.map((sample) => `<p>${sample}</p>`).join('')}`;

const makers: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  md: (file) => writeFile(file, page('$Q=7$')),
  txt: (file) => writeFile(file, page('Q=7')),
  html: (file) => writeFile(file, `<!DOCTYPE html><meta charset="utf-8"><title>x</title>${paragraphs}`),
  svg: (file) => {
    const lines = samples.map(
      (sample, n) => `<text x="20" y="${(n + 1) * lineHeight}" font-size="16">${sample}</text>`,
    );
    const size = `width="400" height="${(samples.length + 1) * lineHeight}"`;
    const open = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="white"/>`;
    return writeFile(file, `${open}\n${lines.join('')}</svg>`);
  },
  eml: (file) => {
    const head =
      'From: a@example.org\r\nTo: b@example.org\r\nSubject: x\r\nDate: Mon, 5 Jan 2026 10:00:00 +0000\r\n';
    const kind =
      'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n';
    return writeFile(file, `${head}${kind}\r\n${page('').replaceAll('\n', '\r\n')}`);
  },
  srt: (file) => {
    const at = (second: number) => `00:00:${String(second).padStart(2, '0')},000`;
    const cues = samples.map((sample, n) => `${n + 1}\n${at(n)} --> ${at(n + 1)}\n${sample}\n`);
    return writeFile(file, cues.join('\n'));
  },
  xlsx: (file) => python(sheet, [file, ...samples]),
  ...Object.fromEntries(
    ['docx', 'odt', 'epub', 'pptx'].map((ext) => [
      ext,
      async (file: string) => {
        const text = path.join(path.dirname(file), 'page.md');
        await writeFile(text, page('$Q=7$'));
        // Each slide has 6 samples, because a single slide has no room for all.
        const slides = samples.map((sample, n) => (n % 6 === 0 ? `## a b\n\n- ${sample}` : `- ${sample}`));
        if (ext === 'pptx') await writeFile(text, slides.join('\n\n'));
        await run('/usr/bin/pandoc', [text, '-M', 'title=x', '-o', file]);
      },
    ]),
  ),
};

/** Writes the page in the format `ext` into `dir`, and returns the path of the file. */
export async function scriptFile(ext: string, dir: string): Promise<string> {
  const file = path.join(dir, `page.${ext}`);
  await makers[ext]?.(file);
  return file;
}

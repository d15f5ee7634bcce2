/** Reads the pages of a PDF while `page-data.js` writes them, and then recognizes the text of scanned pages. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import type { Step } from '../../../contract/engine.ts';
import { exitStatus } from '../../../shared/runner/run.ts';
import type { ReadPage } from '../page-blocks.ts';
import { outlineOf, PageParser, type Outline } from '../page-data.ts';
import { readPage } from '../structure.ts';
import type { PageProgram } from './page-program.ts';

export interface PdfTextStep extends Step {
  /** The command that writes the contents of the pages. Missing if the runner has no job. */
  reader?: readonly string[];
  recognition?: Recognition;
  /** Whether formulas are converted to TeX. */
  formulas?: boolean;
  /** Whether another step has recognized the text of pages without a text layer. */
  examined?: boolean;
}

export interface Recognition {
  /** The command that recognizes the text of the pages in `scans`, and adds this text to the lines of `pages`. */
  command: readonly string[];
  /** File with the list of pages without text, which `reader` writes. The file is missing if all pages have text. */
  scans: string;
  /** File for the contents of the pages in `scans`, one page per line. */
  pages: string;
}

/** The program that recognizes text. If the program is not installed, no text is recognized. */
const tesseract = '/usr/bin/tesseract';

export async function readDocument(
  { recognition, formulas = false }: PdfTextStep,
  program: PageProgram,
): Promise<{ read: ReadPage[]; outline: Outline }> {
  const parser = new PageParser();
  const read: ReadPage[] = [];
  let outline: Outline | undefined;
  for await (const line of program.lines) {
    // Some releases of MuPDF also write warnings to the standard output.
    if (!line.startsWith('{')) continue;
    if (outline === undefined) {
      outline = outlineOf(line);
      continue;
    }
    const page = parser.parse(line);
    if (recognition && page.isUnread) appendFileSync(recognition.pages, `${line}\n`);
    read.push(readPage(page, { formulas }));
  }
  await program.succeeded();
  const recognized = recognition ? recognizedLines(recognition) : [];
  const found = recognized.map((line) => readPage(parser.parse(line), { formulas }));
  const byNumber = new Map(found.map((one) => [one.page.number, one]));
  return { read: read.map((one) => byNumber.get(one.page.number) ?? one), outline: outline ?? [] };
}

/** Returns the contents of the pages without text, after their text is recognized. */
function recognizedLines({ command, scans, pages }: Recognition): string[] {
  if (!existsSync(scans) || !existsSync(tesseract)) return [];
  const [program = '', ...args] = command;
  const { status, signal, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (error) throw error;
  const ended = exitStatus(status, signal);
  if (ended !== 0) process.exit(ended);
  return readFileSync(pages, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

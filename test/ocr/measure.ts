/**
 * Measures OCR errors on page images with known text in 13 languages. Each text is drawn in several forms, such as
 * skewed or noisy. The OCRmyPDF runner adds a text layer to the pages, and the script compares this layer with the
 * known text. `--only` selects languages by name. `--write` updates the table in docs/ocr.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../samples/run.ts';
import { pythonEnv } from '../support/python.ts';
import { errorRate } from './error-rate.ts';
import { ocrLanguages, pageForms, pageText, scannedPages, type OcrLanguage } from './pages.ts';

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});

const here = path.resolve(import.meta.dirname, '../..');
const folder = await mkdtemp(path.join(tmpdir(), 'protean-ocr-'));
/** Timeout for all pages of a language: 10 times the usual duration. */
const maxMs = 10 * 60_000;

try {
  const rows: string[] = [];
  for (const language of ocrLanguages.filter(({ name }) => name.includes(values.only))) {
    rows.push(await measure(language));
    console.log(rows.at(-1));
  }
  if (values.write) await writeTable(rows);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(language: OcrLanguage): Promise<string> {
  const dir = path.join(folder, language.tesseract);
  await mkdir(dir, { recursive: true });
  const text = await pageText(language);
  const scan = await scannedPages(language, text, dir);
  const read = path.join(dir, 'read.pdf');
  const seconds = recognize(scan, read, language.tesseract) / pageForms.length;
  // With `-raw`, pdftotext keeps the order in which Tesseract wrote the text. Arabic is read without `-raw`, because
  // Tesseract writes Arabic letters in visual order.
  const order = language.tesseract === 'ara' ? [] : ['-raw'];
  const rates: string[] = [];
  for (const n of pageForms.keys()) {
    const page = String(n + 1);
    const { stdout } = await run('/usr/bin/pdftotext', [...order, '-f', page, '-l', page, read, '-']);
    rates.push((100 * errorRate(text, stdout.toString())).toFixed(1));
  }
  return `| ${language.name} (\`${language.tesseract}\`) | ${rates.join(' | ')} | ${seconds.toFixed(1)} |`;
}

/** Adds a text layer in the same way as a conversion from a scanned PDF to text. Returns the CPU time in seconds. */
function recognize(input: string, output: string, language: string): number {
  const step = {
    from: 'pdf',
    to: 'pdf',
    input,
    output,
    intermediate: true,
    options: { ocr: 'auto', language },
  };
  const runner = ['/usr/bin/python3', path.join(here, 'packages/engines/tools/ocrmypdf/runner.py')];
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', ...runner, JSON.stringify(step)];
  const env = { ...pythonEnv, OMP_THREAD_LIMIT: '1' };
  const { status, stderr } = spawnSync('/bin/bash', timed, { encoding: 'utf8', env, timeout: maxMs });
  if (status !== 0) throw new Error(`OCR failed: ${stderr}`);
  const times = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return times.reduce((sum, one) => sum + one, 0);
}

async function writeTable(rows: readonly string[]): Promise<void> {
  const page = path.join(here, 'docs/ocr.md');
  const head = `| language | ${pageForms.map(({ name }) => name).join(' | ')} | s a page |`;
  const line = `| --- |${' ---: |'.repeat(pageForms.length + 1)}`;
  const table = [head, line, ...rows].join('\n');
  const text = await readFile(page, 'utf8');
  await writeFile(page, text.replace(/(<!-- table -->\n)[^]*(<!-- \/table -->)/, `$1\n${table}\n\n$2`));
}

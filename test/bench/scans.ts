/**
 * Generates a scan of about 40 MB. Straightens, cleans, recognizes and compresses the scan with `protean convert`, and
 * measures the processor time. `--write` puts the table into docs/scans.md.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { markdownTable } from '../docs/markdown-table.ts';
import { run } from '../samples/run.ts';
import { writeFigures } from '../suites/figures.ts';
import { scannedFile } from '../support/files/effects/pdf-scans.ts';
import { textOfPages } from '../support/results/measure.ts';
import { protean } from '../support/server/service.ts';

/** Number of pages. Each page has about 4.3 MB. */
const pages = 9;

/** Raises the time limit, because converting a scan of this size may exceed the limit of a request. */
const limits = 'export CONVERSION_SECONDS=3600';
/** Makes the shell print the processor time of the command and its children. */
const timing = 'TIMEFORMAT="seconds %R %U %S"; time "$@"';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-scans-bench-'));
try {
  const source = await scannedFile(dir, pages);
  const result = path.join(dir, 'small.pdf');
  const options = ['--deskew', '--clean', '--scan-compression', 'layers', '--ocr', 'true'];
  const command = [protean, 'convert', source, result, ...options];
  const { stderr } = await run('/bin/bash', ['-c', `${limits}; ${timing}`, 'bash', ...command], {
    seconds: 0,
  });
  const [, wall = NaN, user = NaN, system = NaN] = (/seconds (\S+) (\S+) (\S+)/.exec(stderr) ?? []).map(
    Number,
  );
  const megabytes = async (file: string) => `${((await stat(file)).size / 1e6).toFixed(2)} MB`;
  const words = (await textOfPages(result)).match(
    /\b(harbour|anchor|letter|garden|window|copper|silver|engine)\b/g,
  );
  const rows = [
    ['pages', 'before', 'after', 'found words', 'processor time', 'time'],
    [
      ...[String(pages), await megabytes(source), await megabytes(result), String(words?.length ?? 0)],
      ...[`${Math.round(user + system)} s`, `${Math.round(wall)} s`],
    ],
  ];
  console.log(markdownTable(rows));
  if (process.argv.includes('--write')) await writeFigures('scans.md', 'measured', rows);
} finally {
  await rm(dir, { recursive: true, force: true });
}

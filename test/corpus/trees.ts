/**
 * Converts the files of a folder to PDF in two jobs, each with half of the files. The file names in a job contain
 * folders, so each job has a tree of files. A job's result is a zip with the PDFs and with `report.json`, which has one
 * row per file. Compares every row with the zip, with the job's report from the API, and with a separate conversion of
 * the file.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  isProteanError,
  Protean,
  type ConversionReport,
  type NamedSource,
  type ReportedFile,
} from '@protean/client';
import { formatOfFileName } from '@protean/formats';
import sharp from 'sharp';
import { run } from '../samples/run.ts';
import { readArguments, refuse } from '../support/arguments.ts';
import { startService } from '../support/server/service.ts';
import { reopen } from './reopen.ts';

const target = 'pdf';
const script = new URL('./run-trees', import.meta.url);
const {
  positionals: [folder = ''],
} = readArguments(script, { allowPositionals: true, options: {} });
if (folder === '') refuse(script, 'Specify a folder of files.');

/** The outcome of a separate conversion of a file. */
type Alone = { report: ConversionReport } | { code: string; reason: unknown };

const names = (await readdir(folder)).filter((name) => formatOfFileName(name)).sort();
const half = Math.ceil(names.length / 2);
const dir = await mkdtemp(path.join(tmpdir(), 'protean-trees-'));
const service = await startService({ INSTALLATION: 'private', WARM: 'on' });
const wrong: string[] = [];
try {
  const client = new Protean({ baseUrl: service.url });
  for (const tree of [names.slice(0, half), names.slice(half)]) await convertTree(client, tree);
} finally {
  await service.close();
  await rm(dir, { recursive: true });
}
console.log(
  wrong.length === 0 ? 'every row is correct' : `${wrong.length} rows are wrong:\n${wrong.join('\n')}`,
);
if (wrong.length > 0) process.exitCode = 1;

/** Returns the file's name in the job. The name starts with a folder that is named after the file's category. */
function placeOf(name: string): string {
  return `${formatOfFileName(name)?.category ?? ''}/files/${name}`;
}

async function convertTree(client: Protean, tree: readonly string[]): Promise<void> {
  const files = tree.map((name): NamedSource => ({ file: path.join(folder, name), name: placeOf(name) }));
  const began = performance.now();
  const { job_id: id } = await client.jobs.createAll(files, { to: target });
  let steps = 0;
  const job = await client.jobs.wait(id, { onProgress: () => (steps += 1) });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const zip = path.join(dir, `${id}.zip`);
  await writeFile(zip, await (await client.jobs.download(job)).bytes());
  const out = path.join(dir, id);
  await mkdir(out);
  await run('/usr/bin/bsdtar', ['-xf', zip, '-C', out]);
  const rows = JSON.parse(await readFile(path.join(out, 'report.json'), 'utf8')) as ReportedFile[];
  const completed = rows.filter(({ status }) => status === 'completed');
  console.log(
    `${tree.length} files in ${seconds} s, ${steps} events: ${completed.length} completed, ${rows.length - completed.length} failed`,
  );
  expect(
    'the names',
    tree.map(placeOf),
    rows.map(({ name }) => name),
  );
  const packed = (await readdir(out, { recursive: true, withFileTypes: true })).flatMap((entry) =>
    entry.isFile() ? [path.relative(out, path.join(entry.parentPath, entry.name))] : [],
  );
  expect('the zip', packed.sort(), ['report.json', ...completed.map(({ result = '' }) => result)].sort());
  for (const [n, name] of tree.entries()) {
    const row = rows[n];
    if (!row) continue;
    const alone = await convertAlone(client, name);
    if (row.status === 'failed') {
      const { code = '', details } = row.error ?? {};
      expect(`${name}, failed`, alone, { code, reason: details?.['reason'] });
      console.log(`  ${name}: ${row.error?.message ?? ''}`);
    } else
      await checkResult(client, name, row, job.report?.files?.[n], alone, path.join(out, row.result ?? ''));
  }
}

async function convertAlone(client: Protean, name: string): Promise<Alone> {
  try {
    const options = { report: true };
    const { report } = await client.convert(path.join(folder, name), { to: target, options });
    return report ? { report } : { code: 'no report', reason: undefined };
  } catch (error) {
    if (!isProteanError(error)) throw error;
    return { code: error.code, reason: error.details['reason'] };
  }
}

/** Checks that the row of a file agrees with the job's report, the file in the zip, and the separate conversion. */
async function checkResult(
  client: Protean,
  name: string,
  row: ReportedFile,
  entry: ReportedFile | undefined,
  alone: Alone,
  file: string,
): Promise<void> {
  if (!('report' in alone)) return void wrong.push(`${name}: completed here, alone ${alone.code}`);
  const { report } = alone;
  const sha256 = async (of: string) =>
    createHash('sha256')
      .update(await readFile(of))
      .digest('hex');
  expect(`${name}, lost`, row.lost, report.lost);
  expect(`${name}, warnings`, row.warnings ?? [], report.warnings);
  expect(`${name}, facts`, entry?.report?.result.facts, report.result.facts);
  expect(`${name}, source`, entry?.report?.source.sha256, await sha256(path.join(folder, name)));
  expect(`${name}, result`, entry?.report?.result.sha256, await sha256(file));
  expect(`${name}, size`, entry?.report?.result.size, (await readFile(file)).length);
  await reopen[target]?.(file, path.join(folder, name)).catch(async (error: unknown) => {
    if (!(await isWhite(client, name))) wrong.push(`${name}: ${(error as Error).message}`);
  });
}

/** Returns whether the file is a picture that is invisible on a white page. */
async function isWhite(client: Protean, name: string): Promise<boolean> {
  if (formatOfFileName(name)?.category !== 'image') return false;
  const options = { background: '#ffffff', width: 200 };
  const picture = await client.convert(path.join(folder, name), { to: 'jpg', options });
  const { channels } = await sharp(await picture.bytes()).stats();
  return channels.every(({ min }) => min > 250);
}

function expect(what: string, actual: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(actual, wanted)) return;
  wrong.push(`${what}: ${JSON.stringify(actual)} is not ${JSON.stringify(wanted)}`);
}

/**
 * Converts every file of a folder to the most common targets of its category: 3 targets, or the number in `--targets`.
 * Opens the results with independent tools.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readArguments, refuse } from '../support/arguments.ts';
import { withConversions, type Conversions } from '../../packages/server/src/convert/run/conversions.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { ServiceError } from '../../packages/server/src/errors.ts';
import { format, formatOfFileName } from '@protean/formats';
import { run } from '../samples/run.ts';
import { reopen } from './reopen.ts';
import { naturalTargets } from './targets.ts';

const script = new URL('./run', import.meta.url);
const { positionals, values } = readArguments(script, {
  allowPositionals: true,
  options: {
    report: { type: 'string' },
    only: { type: 'string' },
    targets: { type: 'string', default: '3' },
  },
});
const [folder] = positionals;
if (!folder) refuse(script, 'Name the folder of files.');

interface CorpusResult {
  file: string;
  target: string;
  ok: boolean;
  detail: string;
}

const out = await mkdtemp(path.join(tmpdir(), 'protean-corpus-'));
try {
  const lines = await withConversions(loadConfig(), convertAll);
  const good = lines.filter(({ ok }) => ok).length;
  const share = ((good / lines.length) * 100).toFixed(1);
  console.log(`${good} of ${lines.length} (${share} %)`);
  if (values.report) await writeFile(values.report, reportOf(lines));
} finally {
  await rm(out, { recursive: true });
}

async function convertAll(parts: Conversions): Promise<CorpusResult[]> {
  const lines: CorpusResult[] = [];
  const only = values.only?.split(',');
  for (const name of (await readdir(folder ?? '')).sort()) {
    const source = formatOfFileName(name);
    if (!source) {
      console.log(`SKIPPED ${name}: unknown format`);
      continue;
    }
    if (only && !only.includes(source.ext)) continue;
    const possible = parts.catalogue.live.targets(source.ext);
    const targets = naturalTargets[source.category].filter(
      (ext) => possible.includes(ext) && ext !== source.ext,
    );
    for (const target of targets.slice(0, Number(values.targets)))
      lines.push(report(await convertOne(parts, name, target)));
  }
  return lines;
}

function report(line: CorpusResult): CorpusResult {
  console.log(`${line.ok ? 'ok    ' : 'FAILED'} ${line.file} → ${line.target}: ${line.detail}`);
  return line;
}

async function convertOne(
  { converter, workspace }: Conversions,
  name: string,
  target: string,
): Promise<CorpusResult> {
  await using job = workspace.openConversion();
  const dir = job.path;
  try {
    const file = path.join(dir, 'file');
    await run('/usr/bin/cp', [path.join(folder ?? '', name), file]);
    const plan = await converter.plan({ fileName: name, target, options: {} }, file);
    const result = await converter.convert(plan, { dir });
    const check = reopen[path.extname(result.fileName).slice(1)] ?? reopen[target];
    if (!check) throw new Error(`no reader for ${target}`);
    const named = path.join(dir, `result.${format(target).ext}`);
    await run('/usr/bin/cp', [result.file, named]);
    return {
      file: name,
      target,
      ok: true,
      detail: `${await check(named, path.join(folder ?? '', name))}, ${result.ms} ms`,
    };
  } catch (error) {
    const cause =
      error instanceof ServiceError && error.cause instanceof Error
        ? ` (${error.cause.message.slice(0, 300)})`
        : '';
    return {
      file: name,
      target,
      ok: false,
      detail: `${(error as Error).message}${cause}`.replaceAll('\n', ' '),
    };
  }
}

function reportOf(lines: readonly CorpusResult[]): string {
  const failed = lines.filter(({ ok }) => !ok);
  return [
    `${lines.length - failed.length} of ${lines.length} conversions of real files succeeded.`,
    '',
    ...failed.map(({ file, target, detail }) => `- ${file} → ${target}: ${detail}`),
    '',
  ].join('\n');
}

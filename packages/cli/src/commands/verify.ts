/** `protean verify REPORT FILE`: repeats the conversion that a report describes and compares the resulting bytes. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ConversionReport } from '@protean/client';
import type { Context, Run } from '../command.ts';
import type { Converter } from '../converter.ts';
import { CommandError, exitStatus, usageError } from '../exit-status.ts';
import { openConverter } from '../open-converter.ts';
import { throughFolder } from '../files/planned-files.ts';
import { print, printJson } from '../terminal.ts';
import { readArguments } from '../arguments.ts';
import { verifyFlags } from '../convert-flags.ts';
import { optionsIn } from '../option-help.ts';

export const verify: Run = async (context) => {
  const [reportFile, file] = context.args.positionals;
  if (reportFile === undefined || file === undefined)
    throw usageError('Specify the report and the file that was converted.');
  const original = await readReport(reportFile);
  const sha256 = await hashOf(file);
  if (sha256 !== original.source.sha256)
    throw new CommandError(`The report is of a different file: the SHA-256 of ${file} is ${sha256}.`);
  await using converter = await openConverter(context);
  const again = await convertAgain(original, file, converter, context);
  const same = again.result.sha256 === original.result.sha256;
  const changed = differences(original, again);
  if (context.args.flags.has('json')) {
    printJson({ same, changed, result: again.result });
  } else {
    const verdict = same
      ? 'identical'
      : `different (${again.result.size} bytes, expected ${original.result.size})`;
    print(`${file} → ${original.target_format}: ${verdict}`);
    for (const line of changed) print(`  ${line}`);
  }
  return same ? exitStatus.ok : exitStatus.failed;
};

/**
 * Reads a report. The file may contain the report itself, or a response or job that includes the report. Throws
 * `CommandError` if the file contains no report.
 */
async function readReport(file: string): Promise<ConversionReport> {
  const text = await readFile(file, 'utf8');
  const report = reportIn(text);
  if (!report) throw usageError(`Not a conversion report: ${file}.`);
  if (report.source.sha256 === null)
    throw usageError(`${file} is the report of several files. Verify one entry of its "files".`);
  return report;
}

function reportIn(text: string): ConversionReport | undefined {
  try {
    const read = JSON.parse(text) as Partial<ConversionReport> & { report?: Partial<ConversionReport> };
    const report = read.report ?? read;
    const { source, result, steps, options, source_format: from, target_format: to } = report;
    return source && result && steps && options && from && to ? (report as ConversionReport) : undefined;
  } catch {
    return undefined;
  }
}

/** Repeats the conversion. Reports contain no passwords, so passwords are passed as options of the command. */
async function convertAgain(
  original: ConversionReport,
  file: string,
  converter: Converter,
  { typed, signal }: Context,
): Promise<ConversionReport> {
  const [source, target] = [original.source_format, original.target_format];
  const routes = await converter.formats({ source, target }, signal);
  const { options } = readArguments(typed, verifyFlags, optionsIn(routes));
  const originalOptions = Object.entries(original.options).map(
    ([name, value]) => [name, String(value)] as const,
  );
  const { report } = await throughFolder((output) =>
    converter.convert({
      ...{ input: file, fileName: path.basename(file), output },
      ...{
        source,
        target,
        signal,
        options: { ...Object.fromEntries(originalOptions), ...options, report: 'true' },
      },
    }),
  );
  if (!report) throw new CommandError('The server does not provide reports.', exitStatus.noServer);
  return report as ConversionReport;
}

/** Compares two reports. Returns one line for each engine whose version changed, and one line if the route changed. */
function differences(original: ConversionReport, again: ConversionReport): string[] {
  const versions = ({ protean, steps }: ConversionReport) =>
    new Map([['protean', protean], ...steps.map(({ engine, version }) => [engine, version] as const)]);
  const way = ({ steps }: ConversionReport) =>
    steps.map(({ engine, from, to }) => `${from} → ${to} by ${engine}`);
  const before = versions(original);
  const lines = [...versions(again)]
    .filter(([engine, version]) => before.has(engine) && before.get(engine) !== version)
    .map(([engine, version]) => `${engine} was ${before.get(engine)}, is ${version}`);
  if (!isDeepStrictEqual(way(original), way(again)))
    lines.push(`the route was ${way(original).join(', ')}; it is ${way(again).join(', ')}`);
  return lines;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

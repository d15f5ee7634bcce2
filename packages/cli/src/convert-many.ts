/** Converts many files to one format. A failed file does not stop the conversion of other files. */
import path from 'node:path';
import { formatOfFileName } from '@protean/formats';
import type { Context } from './command.ts';
import type { Converter, Work } from './converter.ts';
import { describeError, exitStatus, isServiceFailure, usageError, type ExitStatus } from './exit-status.ts';
import { findInputs } from './files/inputs.ts';
import { requireFree } from './files/place-result.ts';
import { convertTo, planOutputs, resultOf, type PlannedFile } from './files/planned-files.ts';
import { requireFormat } from './named-format.ts';
import { openReporter, type FileOutcome, type Reporter } from './reporter.ts';
import type { Arguments } from './arguments.ts';

/** Plans the conversions. Throws `CommandError` if the arguments are not valid, or if no file is found. */
export async function planMany(args: Arguments, to: string, context: Context): Promise<Work> {
  const { flags, options, positionals } = args;
  const target = requireFormat(to).ext;
  const named = flags.get('source');
  const source = named === undefined ? undefined : requireFormat(named).ext;
  const jobs = jobsOf(flags.get('jobs'));
  const folder = flags.get('out');
  const inputs = await findInputs(positionals);
  const planned = planOutputs(inputs, target, folder === undefined ? undefined : { folder });
  return (converter) => convertMany(planned, { target, source, options, converter, jobs }, flags, context);
}

interface Request {
  target: string;
  source: string | undefined;
  options: Readonly<Record<string, string>>;
  converter: Converter;
  /** Number of parallel conversions. By default, the converter recommends this number. */
  jobs: number | undefined;
}

/**
 * Converts the files and returns the exit status. If no file failed, the status is success. If all failures have the
 * same status, the common status of the failures is returned. If failures have different statuses, the status for
 * general failure is returned.
 */
async function convertMany(
  planned: readonly PlannedFile[],
  request: Request,
  flags: Arguments['flags'],
  { signal, surroundings }: Context,
): Promise<ExitStatus> {
  const reporter = openReporter({
    total: planned.length,
    json: flags.has('json'),
    plain: surroundings.plain,
  });
  const settings: Batch = { ...request, force: flags.has('force'), reporter, signal };
  const statuses: ExitStatus[] = [];
  const queue = planned.values();
  const work = async () => {
    for (const file of queue) {
      signal.throwIfAborted();
      const outcome = await convertInBatch(file, settings);
      if (outcome.state === 'failed') statuses.push(outcome.status);
      reporter.finished(outcome);
    }
  };
  try {
    await Promise.all(Array.from({ length: request.jobs ?? request.converter.atOnce }, work));
  } finally {
    reporter.end();
  }
  const [first = exitStatus.ok] = statuses;
  return statuses.every((status) => status === first) ? first : exitStatus.failed;
}

function jobsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d?$/.test(text)) throw usageError('--jobs must be a whole number from 1 to 99.');
  return Number(text);
}

interface Batch extends Request {
  /** Whether existing files are replaced. */
  force: boolean;
  reporter: Reporter;
  signal: AbortSignal;
}

async function convertInBatch(file: PlannedFile, batch: Batch): Promise<FileOutcome> {
  const { target, source, options, force, converter, reporter, signal } = batch;
  const input = file.file;
  const format = formatOfFileName(path.basename(input))?.ext;
  const isConvertible = async () =>
    format !== undefined && (await converter.hasRoute(format, target, signal));
  if (!file.named && source === undefined && !(await isConvertible())) {
    return { state: 'skipped', input, reason: `no route from ${format ?? 'this format'} to ${target}` };
  }
  const earlier = force ? undefined : await resultOf(file);
  if (earlier !== undefined) return { state: 'skipped', input, reason: `${earlier} is newer` };
  try {
    if (!force) await requireFree(file.place, options['report'] === 'true');
    reporter.progress(input, 0);
    const onProgress = (share: number) => reporter.progress(input, share);
    const fileName = path.basename(input);
    const request = { input, fileName, target, source, options, signal, onProgress };
    const converted = await convertTo(file.place, force ? 'replace' : 'refuse', converter, request);
    return { state: 'converted', input, ...converted };
  } catch (error) {
    signal.throwIfAborted();
    const described = describeError(error);
    if (!described) throw error;
    // If the server is unavailable or refuses the account, all remaining files would fail for the same reason, so the
    // command stops.
    if (described.status === exitStatus.noServer || described.status === exitStatus.refused) throw error;
    return { state: 'failed', input, ...described, code: isServiceFailure(error) ? error.code : undefined };
  }
}

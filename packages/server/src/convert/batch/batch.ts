/**
 * Converts the files of a request separately and packs the results with a report into one zip. A failed file does not
 * stop the conversion of other files. With `combine`, merges the files into one file instead of a zip.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { format } from '@protean/formats';
import { emptyFile, ServiceError } from '../../errors.ts';
import { mapSome } from '../../kit/concurrency/map-some.ts';
import { combineFiles, filesAtOnce, type CombinedFile } from './combine.ts';
import type { AnyConverter } from '../run/any-converter.ts';
import type { ConversionResult } from '../result/conversion-result.ts';
import type { ConversionContext } from '../request/context.ts';
import { distinctName } from '../result/distinct-name.ts';
import type { PackedFile } from '../result/pack.ts';
import type { ConversionRequest } from '../request/route-plan.ts';
import { distinctWarnings, type ReportedFile } from '../result/report.ts';
import { readRequestOption } from '../request/options.ts';
import { longestMs } from '../request/time-limit.ts';

/** One of several files that are concatenated in one file. */
export interface FilePart {
  /** File name given by the caller, with folders. The file name may be empty. */
  name: string;
  /** Size of the file, in bytes. */
  size: number;
}

/** Maximum number of files per request. */
export const maxFiles = 100;

interface BatchSource {
  /** Path of a file that contains all files of the request, one after the other. */
  file: string;
  parts: readonly FilePart[];
}

type BatchConverter = Pick<
  AnyConverter,
  'plan' | 'planPart' | 'optionsOf' | 'convert' | 'convertPart' | 'combine' | 'pack' | 'now' | 'reporter'
>;

const reportName = 'report.json';

/**
 * Returns the number of conversions that the quota counts for a request. Throws `bad_request` if `combine` is not
 * valid.
 */
export function unitsOf({
  parts,
  options,
}: Pick<ConversionRequest, 'options'> & { parts?: readonly FilePart[] | undefined }) {
  return parts && !readRequestOption(options, 'combine') ? parts.length : 1;
}

/**
 * Converts the files of a request. If the files are merged, throws the error of the first file that fails. If the files
 * are converted separately, throws the error of the first file, but only if all files fail. Always throws errors that
 * are not about a single file, such as the reason of an aborted signal.
 */
export function convertBatch(
  converter: BatchConverter,
  request: Omit<ConversionRequest, 'fileName'>,
  source: BatchSource,
  context: ConversionContext,
): Promise<ConversionResult> {
  const convert = readRequestOption(request.options, 'combine') ? convertTogether : convertApart;
  return convert(converter, request, source, context);
}

async function convertTogether(
  converter: BatchConverter,
  request: Omit<ConversionRequest, 'fileName'>,
  { file, parts }: BatchSource,
  context: ConversionContext,
): Promise<ConversionResult> {
  const offsets = offsetsOf(parts);
  const files: CombinedFile[] = [];
  for (const [n, { name, size }] of parts.entries()) {
    const part = path.join(context.dir, `part-${n + 1}`);
    if (size === 0) throw emptyFile().forFile(name);
    await copyPart(file, part, offsets[n] ?? 0, size);
    files.push({ name, file: part });
  }
  return combineFiles(converter, request, files, context);
}

async function convertApart(
  converter: BatchConverter,
  request: Omit<ConversionRequest, 'fileName'>,
  { file, parts }: BatchSource,
  context: ConversionContext,
): Promise<ConversionResult> {
  const { dir } = context;
  const began = converter.now();
  const ends = await convertParts(converter, request, { file, parts }, context);
  const converted = ends.filter((end) => 'conversion' in end).map(({ conversion }) => conversion);
  const [first] = ends;
  if (converted.length === 0 && first && 'error' in first) throw first.error;
  const { packed, report } = reportOn(parts, ends);
  const reportFile = path.join(dir, reportName);
  const rows = report.map((row) => ({ ...row, report: undefined }));
  await writeFile(reportFile, `${JSON.stringify(rows, null, 2)}\n`);
  const zip = await converter.pack([...packed, { name: reportName, file: reportFile }], context);
  const isReported = converted.some((conversion) => conversion.report);
  const route = commonRoute(converted);
  // The zip contains the packed results and the report.
  const facts = { files: packed.length + 1 };
  return {
    ...(isReported
      ? { report: await converter.reporter.ofSeveral({ ...route, files: report }, zip, facts) }
      : {}),
    file: zip,
    fileName: 'converted.zip',
    mime: format('zip').mime,
    size: (await stat(zip)).size,
    ms: Math.round(converter.now() - began),
    route,
    warnings: distinctWarnings(converted.flatMap(({ warnings }) => warnings)),
    converted: converted.length,
  };
}

type PartEnd = { ms: number } & ({ conversion: ConversionResult } | { error: ServiceError });

async function convertParts(
  converter: BatchConverter,
  request: Omit<ConversionRequest, 'fileName'>,
  { file, parts }: BatchSource,
  context: ConversionContext,
): Promise<PartEnd[]> {
  const { dir, signal, onProgress, onFile, bounds } = context;
  const deadline = converter.now() + (bounds?.wallMs ?? longestMs);
  const offsets = offsetsOf(parts);
  const shares = parts.map(() => 0);
  const progressOf = (n: number) => (share: number) => {
    shares[n] = share;
    onProgress?.(shares.reduce((sum, one) => sum + one, 0) / parts.length);
  };
  return mapSome(parts, filesAtOnce, async (part, n) => {
    // If the queue is full, only the first file of a request is rejected. The second and later files wait in the full
    // queue, because their request has already been accepted.
    const ofPart = {
      dir: path.join(dir, `file-${n + 1}`),
      mayWaitInFullQueue: n > 0,
      onProgress: progressOf(n),
    };
    const end = await convertPart(
      converter,
      { ...request, fileName: part.name },
      { ...context, ...ofPart },
      async (to) => {
        if (converter.now() > deadline) throw outOfTime();
        await copyPart(file, to, offsets[n] ?? 0, part.size);
      },
    );
    signal?.throwIfAborted();
    onFile?.('error' in end ? 'failed' : 'converted');
    progressOf(n)(1);
    return end;
  });
}

/**
 * Converts a file in a separate folder, moves the result out of this folder and deletes the folder. If the file fails,
 * returns the error instead of throwing it.
 */
async function convertPart(
  converter: BatchConverter,
  request: ConversionRequest,
  context: ConversionContext,
  copy: (to: string) => Promise<void>,
): Promise<PartEnd> {
  const began = converter.now();
  const upload = path.join(context.dir, 'upload');
  try {
    await mkdir(context.dir);
    await copy(upload);
    const fileName = path.posix.basename(request.fileName);
    const plan = await converter.plan({ ...request, fileName }, upload);
    const conversion = await converter.convert(plan, context);
    const kept = `${context.dir}-result`;
    await rename(conversion.file, kept);
    return { conversion: { ...conversion, file: kept }, ms: converter.now() - began };
  } catch (error) {
    if (context.signal?.aborted || !(error instanceof ServiceError)) throw error;
    return { error, ms: converter.now() - began };
  } finally {
    await rm(context.dir, { recursive: true, force: true });
  }
}

/** Returns one row of the report per file, and the results to pack into the zip. */
function reportOn(parts: readonly FilePart[], ends: readonly PartEnd[]) {
  const taken = new Set([reportName]);
  const packed: PackedFile[] = [];
  const report = ends.map((end, n): ReportedFile => {
    const { name } = parts[n] ?? { name: '' };
    const ms = Math.round(end.ms);
    if ('error' in end) return { name, status: 'failed', error: end.error.toEnvelope().error, lost: [], ms };
    const { fileName, file, route, warnings, report } = end.conversion;
    const result = distinctName(path.posix.join(path.posix.dirname(name), fileName), taken);
    packed.push({ name: result, file });
    const warned = warnings.length > 0 ? { warnings } : {};
    return {
      ...{ name, result, status: 'completed', lost: report?.lost ?? [...route.loses], ...warned, ms },
      ...(report ? { report } : {}),
    };
  });
  return { packed, report };
}

function outOfTime(): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The previous files used all the time of the request. Send fewer files, or submit a job to POST /v1/jobs.',
    { details: { reason: 'timeout' } },
  );
}

async function copyPart(file: string, to: string, start: number, size: number): Promise<void> {
  if (size === 0) throw emptyFile();
  await pipeline(
    createReadStream(file, { start, end: start + size - 1 }),
    createWriteStream(to, { mode: 0o600 }),
  );
}

/** Returns the offset of each part in the concatenated file. */
function offsetsOf(parts: readonly FilePart[]): number[] {
  let next = 0;
  return parts.map(({ size }) => (next += size) - size);
}

/**
 * Returns a summary of the routes of all conversions, with all their losses. The summary has the source `mixed` if the
 * source formats differ.
 */
function commonRoute(conversions: readonly ConversionResult[]): ConversionResult['route'] {
  const sources = new Set(conversions.map(({ route }) => route.source));
  const [{ target } = { target: '' }] = conversions.map(({ route }) => route);
  const [source = 'mixed'] = sources;
  const loses = [...new Set(conversions.flatMap(({ route }) => route.loses))];
  return { source: sources.size === 1 ? source : 'mixed', target, loses };
}

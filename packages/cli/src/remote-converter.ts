/** Converts on a server: small files in one request, large files as jobs. */
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  isProteanError,
  Protean,
  ProteanError,
  type ConversionResult,
  type Job,
  type Source,
} from '@protean/client';
import type { Account } from './config.ts';
import type { Converter, FileConversion, FileConverted, FilesConversion } from './converter.ts';

export function openRemoteConverter({ server, apiKey }: Account): Converter {
  const client = new Protean({ baseUrl: server, apiKey });
  /**
   * By target format: the source formats that can be converted to the target. The list of sources for a target is
   * requested from the server only once.
   */
  const sources = new Map<string, Promise<ReadonlySet<string>>>();
  const sourcesOf = async (target: string, signal: AbortSignal) =>
    new Set((await client.formats({ target, signal })).routes.map(({ source }) => source));
  return {
    atOnce: 4,
    async hasRoute(source, target, signal) {
      const known = sources.get(target) ?? sourcesOf(target, signal);
      sources.set(target, known);
      return (await known).has(source);
    },
    formats: (filter, signal) => client.formats({ ...filter, signal }),
    detect: (file, signal) => client.detect(sourceOf(file), { signal }),
    convert: (conversion) => convertRemotely(client, conversion),
    convertAll: (conversion) => convertAllRemotely(client, conversion),
    // Nothing to close.
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

const sourceOf = (file: string): Source =>
  file === '-' ? (Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>) : file;

async function convertRemotely(client: Protean, conversion: FileConversion): Promise<FileConverted> {
  const { input, output, fileName, target: to, source: from, options, signal } = conversion;
  const request = { to, from, fileName, options, signal };
  const result = await client.convert(sourceOf(input), request).catch((error: unknown) => {
    // Standard input can be read only once, so it cannot be sent again as a job.
    if (input === '-' || !isProteanError(error, 'file_too_large')) throw error;
    return convertAsJob(client, conversion).catch((failure: unknown) => {
      // Only private installations accept jobs without a key. If the service refuses the job because the key is
      // missing, the user gets the earlier error, which says that the file is too large.
      throw isProteanError(failure, 'invalid_api_key') ? error : failure;
    });
  });
  await result.save(output);
  const { fileName: name, durationMs: ms, report } = result;
  return { fileName: name, size: (await stat(output)).size, ms, ...(isReported(options) ? { report } : {}) };
}

/**
 * Returns whether the user asked for a report. The result of a job always contains a report, even if the user did not
 * ask for a report.
 */
const isReported = ({ report }: FileConversion['options']) => report === 'true';

async function convertAllRemotely(
  client: Protean,
  { files, output, target: to, options, combine, signal, onProgress }: FilesConversion,
): Promise<FileConverted> {
  const request = { to, options, combine, signal };
  const result = await client.convertAll(files, request).catch(async (error: unknown) => {
    if (!isProteanError(error, 'file_too_large')) throw error;
    const { job_id: id } = await client.jobs.createAll(files, request).catch((failure: unknown) => {
      throw isProteanError(failure, 'invalid_api_key') ? error : failure;
    });
    return resultOf(client, id, { signal, onProgress });
  });
  await result.save(output);
  const { fileName, durationMs: ms, report } = result;
  return { fileName, size: (await stat(output)).size, ms, ...(isReported(options) ? { report } : {}) };
}

async function convertAsJob(
  client: Protean,
  { input, fileName, target: to, source: from, options, signal, onProgress }: FileConversion,
): Promise<ConversionResult> {
  const { job_id: id } = await client.jobs.create(input, { to, from, fileName, options, signal });
  return resultOf(client, id, { signal, onProgress });
}

async function resultOf(
  client: Protean,
  id: string,
  { signal, onProgress }: Pick<FileConversion, 'signal' | 'onProgress'>,
): Promise<ConversionResult> {
  const leave = () => void client.jobs.cancel(id).catch(() => {});
  signal.addEventListener('abort', leave, { once: true });
  try {
    const job = await client.jobs.wait(id, {
      signal,
      onProgress: ({ progress }) => onProgress?.(progress / 100),
    });
    if (job.error) throw jobError(job.error);
    return await client.jobs.download(job, { signal });
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Converts the error of a job to the error that the service returns for a synchronous request. */
function jobError({ code, message, details = {} }: NonNullable<Job['error']>): ProteanError {
  const answer = { status: 400, message, details, requestId: undefined, retryAfter: undefined };
  return new ProteanError(code, answer);
}

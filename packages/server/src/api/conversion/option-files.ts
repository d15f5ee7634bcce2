/**
 * Receives the files that are values of options. Files sent in a form are already data URLs. An option value that is
 * not a data URL refers to an uploaded file or a public URL.
 */
import { readFile, rm } from 'node:fs/promises';
import {
  dataUrlOf,
  maxOptionFileBytes,
  optionFileIn,
  optionFileReference,
} from '@protean/engines/contract/option-files.ts';
import { fileValuedOptions, textFileOptions } from '@protean/engines/contract/options.ts';
import { download } from '../../egress/download.ts';
import type { GuardedFetch } from '../../egress/outbound.ts';
import { optionFilesTooLarge, ServiceError } from '../../errors.ts';
import { cleanFileName } from '../../kit/file-name.ts';
import type { Uploads } from '../../uploads/uploads.ts';

type Given = Readonly<Record<string, unknown>>;

interface Sources {
  uploads: Pick<Uploads, 'fetch'>;
  /** Downloads files from URLs. The downloader is undefined if the caller may not send URLs. */
  outbound: GuardedFetch | undefined;
  /** Owner of the uploads that may be used. */
  owner: string;
  signal: AbortSignal;
}

/** Timeout for fetching a file, in milliseconds. */
const fetchMs = 30_000;

/**
 * Returns the options with file values replaced by data URLs. If a text option was sent as a file, returns the text in
 * this file. `file` is the path of a temporary file. Throws `bad_request` with the field if a value is invalid, and
 * `not_found` if an upload does not exist. Throws `file_too_large` if the total size of the files is too large.
 */
export async function receiveOptionFiles<Options extends Given>(
  options: Options,
  file: string,
  sources: Sources,
): Promise<Options> {
  const received: Record<string, string> = {};
  let bytes = 0;
  for (const field of [...fileValuedOptions, ...textFileOptions]) {
    const value = options[field];
    if (value === undefined) continue;
    const isText = textFileOptions.includes(field);
    // If the value of a text option does not refer to a file, the value is the text itself.
    if (isText && !(typeof value === 'string' && optionFileReference.test(value))) continue;
    const url = await receive(field, value, file, sources);
    const content = optionFileIn(url)?.content;
    if (!content) throw invalid(field, 'it is not a data URL in base64.');
    bytes += content.length;
    if (bytes > maxOptionFileBytes) throw optionFilesTooLarge(field, maxOptionFileBytes);
    received[field] = isText ? content.toString('utf8') : url;
  }
  return { ...options, ...received };
}

async function receive(field: string, value: unknown, file: string, sources: Sources): Promise<string> {
  const { uploads, outbound, owner, signal } = sources;
  if (typeof value !== 'string') throw invalid(field, 'it must be a text.');
  if (value.startsWith('data:')) return value;
  try {
    const { fileName } = /^https?:/i.test(value)
      ? await fetched(field, value, file, outbound, signal)
      : await uploads.fetch(value, owner, file);
    return dataUrlOf({ name: cleanFileName(fileName), content: await readFile(file) });
  } catch (error) {
    throw error instanceof ServiceError && error.details?.['field'] !== field
      ? error.withDetails({ field })
      : error;
  } finally {
    await rm(file, { force: true });
  }
}

function fetched(
  field: string,
  url: string,
  file: string,
  outbound: GuardedFetch | undefined,
  signal: AbortSignal,
): Promise<{ fileName: string }> {
  if (!outbound) throw invalid(field, 'this endpoint does not download files. Send the file with the form.');
  return download(outbound, { url, file, maxFileBytes: maxOptionFileBytes, withinMs: fetchMs, signal });
}

function invalid(field: string, problem: string): ServiceError {
  return new ServiceError('bad_request', `The option "${field}" is not valid: ${problem}`, {
    details: { field },
  });
}

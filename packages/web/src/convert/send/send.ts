/**
 * Sends a file for conversion and reports the progress. Does not use `fetch`, which cannot report the progress of an
 * upload.
 */
import { formatOfFileName } from '@protean/formats';
import type { Item, Source } from '../state/item.ts';
import {
  convertedTo,
  refusalIn,
  throttledBy,
  type LinkedResult,
  type Outcome,
  type Sending,
} from './outcome.ts';
import { fileIn } from '../state/option-file.ts';
import { paced } from './paced.ts';

export interface Conversion {
  /** Base URL of the service. */
  base: string;
  /** Extension of the result. */
  target: string;
  source: Source;
  name: string;
  fields: Readonly<Record<string, string>>;
  onProgress: (share: number) => void;
  onUploaded: () => void;
}

/** Sends the conversion to the endpoint `path`. */
export function send(path: string, conversion: Conversion): Sending {
  const { base, source, name, fields, onProgress, onUploaded } = conversion;
  const request = new XMLHttpRequest();
  const outcome = new Promise<Outcome>((resolve) => {
    const progress = paced(onProgress);
    request.upload.onprogress = ({ loaded, total }) => progress.next(total > 0 ? loaded / total : 0);
    request.upload.onloadend = () => progress.stop();
    request.upload.onload = onUploaded;
    request.onload = () => void outcomeOf(request, conversion).then(resolve);
    request.onerror = () => resolve({ kind: 'unanswered' });
    request.onabort = () => resolve({ kind: 'aborted' });
  });
  request.open('POST', base + path);
  request.responseType = 'blob';
  const form = formOf(fields);
  if ('file' in source) form.append('file', source.file, name);
  else if ('files' in source) appendAll(form, source.files);
  else form.append('source_url', source.url);
  request.send(form);
  return { outcome, abort: () => request.abort() };
}

/**
 * Returns a form with the given fields. The caller adds files after the fields, so that the server can reject the
 * fields before it receives a file.
 */
export function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    const file = fileIn(value);
    if (file) form.append(field, file, file.name);
    else form.append(field, value);
  }
  return form;
}

function appendAll(form: FormData, items: readonly Item[]): void {
  for (const { source, path } of items) if ('file' in source) form.append('file', source.file, path);
}

async function outcomeOf(
  request: XMLHttpRequest,
  { base, target, name: sentName, fields }: Conversion,
): Promise<Outcome> {
  const { status } = request;
  const header = (name: string) => request.getResponseHeader(name);
  const body = request.response as Blob | null;
  if (status < 200 || status >= 300 || !body)
    return refusalIn({ status, header, text: (await body?.text()) ?? '' });
  const throttled = throttledBy(header);
  if (fields['report'] === 'true')
    return { ...convertedTo(JSON.parse(await body.text()) as LinkedResult, base, target), throttled };
  const name = fileNameIn(header('Content-Disposition')) ?? sentName;
  const blob = new Blob([body], { type: formatOfFileName(name)?.mime ?? 'application/octet-stream' });
  return {
    ...{ kind: 'converted', name, size: blob.size, url: URL.createObjectURL(blob) },
    blob: () => Promise.resolve(blob),
    warnings: header('X-Conversion-Warnings')?.split(/,\s*/) ?? [],
    ...{ report: undefined, throttled },
  };
}

/** Returns the file name in a `Content-Disposition` header. Prefers `filename*` (RFC 6266) to `filename`. */
export function fileNameIn(header: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(header ?? '')?.[1]?.replace(/\\(.)/g, '$1');
}

/** A conversion as it was asked for: its file in a folder of its own, which is gone when the work is done. */
import path from 'node:path';
import type { IncomingMessage } from 'node:http';
import type { Workspace } from '../convert/workspace.ts';
import { cleanFileName } from './file-name.ts';
import type { AdmissionControl } from './admission.ts';
import type { ReceivedForm } from './source-url.ts';

export interface ConversionForm {
  /** Where the file is, in `dir`. */
  file: string;
  dir: string;
  caller: string;
  /** What the caller calls it; may be empty, never a path. */
  fileName: string;
  target: string | undefined;
  source: string | undefined;
  /** Where the file is still to be fetched from; then there is none. */
  sourceUrl?: string;
  /** All other fields. */
  options: Readonly<Record<string, string>>;
}

export interface FormServices {
  workspace: Workspace;
  admission: AdmissionControl;
  /** Whose conversion it is to be, by which the room for files is shared out. */
  caller: string;
  /** The most bytes that may come. */
  bytes: number;
}

/**
 * Has `receive` write the file where it is told, and does `work` with it; throws what either throws, and 503 at once
 * where there is no room for the file.
 */
export async function withForm<T>(
  { workspace, admission, caller, bytes }: FormServices,
  receive: (file: string) => Promise<ReceivedForm>,
  work: (form: ConversionForm) => Promise<T>,
): Promise<T> {
  return admission.admit(caller, bytes, async (received) => {
    const dir = await workspace.openJob();
    try {
      const file = path.join(dir, 'upload');
      const { fileName, fields, size, sourceUrl } = await receive(file);
      received(size);
      const { target, source, ...options } = Object.fromEntries(fields);
      const form = { file, dir, caller, target, source, options, fileName: cleanFileName(fileName) };
      return await work({ ...form, ...(sourceUrl === undefined ? {} : { sourceUrl }) });
    } finally {
      await workspace.remove(dir);
    }
  });
}

/** Above this it is worth asking, before a form is taken in, whether there is any use in it. */
const largeBytes = 256 * 1024;

export function isLarge({ headers }: IncomingMessage): boolean {
  return !(Number(headers['content-length']) <= largeBytes);
}

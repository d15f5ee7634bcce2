/** The form of a conversion: what a request asks for, and the file that came with it. */
import type { IncomingMessage } from 'node:http';
import type { ConversionRequest } from '../convert/plan.ts';
import { cleanFileName } from './file-name.ts';

export interface ConversionForm extends ConversionRequest {
  /** Where the file is. */
  file: string;
  /** All as they were sent, as text. */
  options: Readonly<Record<string, string>>;
  /** Bytes of the file. */
  size: number;
  /** Where the file is still to be fetched from; then there is none. */
  sourceUrl?: string | undefined;
}

/** The form whose fields are `fields`, all as text; `target` and `source` are fields, the others are options. */
export function conversionForm(
  { file, fileName, size }: Pick<ConversionForm, 'file' | 'fileName' | 'size'>,
  fields: ReadonlyMap<string, string>,
): ConversionForm {
  const { target = '', source, ...options } = Object.fromEntries(fields);
  return { file, fileName: cleanFileName(fileName), size, target, source, options };
}

/** Above it the quota is checked before the form is received. */
const largeBytes = 256 * 1024;

export function isLarge({ headers }: IncomingMessage): boolean {
  return !(Number(headers['content-length']) <= largeBytes);
}

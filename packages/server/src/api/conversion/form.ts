/** The form of a conversion: its fields, parsed by the schema that describes them, and the file that came with it. */
import type { IncomingMessage } from 'node:http';
import type { FilesRequest } from '../../convert/batch/prepare-conversion.ts';
import type { FormSchema } from './conversion-schemas.ts';
import { schemaError } from '../../http/schema-errors.ts';

export interface ConversionForm extends FilesRequest {
  /** Where the file is. */
  file: string;
  /** All as they were sent, as text. */
  options: Readonly<Record<string, string>>;
  /** Bytes of the file. */
  size: number;
  /** Where the file is still to be fetched from; then there is none. */
  sourceUrl?: string | undefined;
  /** Of the upload that the file is. */
  fileId?: string | undefined;
  /** Where an event is sent when its job has finished. */
  webhookUrl?: string | undefined;
}

/**
 * The fields of a form once they have been received, all as text. Those that `schema` does not name are options, which
 * only the route can tell to be valid. Throws `bad_request` naming the field.
 */
export function parseFields(schema: FormSchema, given: ReadonlyMap<string, string>) {
  const { success, data, error } = schema.named.safeParse(Object.fromEntries(given));
  if (!success) throw schemaError(error, schema.described, 'field');
  const options = Object.fromEntries([...given].filter(([name]) => !Object.hasOwn(schema.named.shape, name)));
  const { target = '', source, source_url: sourceUrl, file_id: fileId, webhook_url: webhookUrl } = data;
  return { target, source, sourceUrl, fileId, webhookUrl, options };
}

/** Above it the quota is checked before the form is received. */
const largeBytes = 256 * 1024;

export function isLarge({ headers }: IncomingMessage): boolean {
  return !(Number(headers['content-length']) <= largeBytes);
}

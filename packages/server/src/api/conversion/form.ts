/** The form of a conversion: the received file, and its fields parsed by the schema that documents them. */
import type { IncomingMessage } from 'node:http';
import type { FilesRequest } from '../../convert/batch/prepare-conversion.ts';
import type { FormSchema } from './conversion-schemas.ts';
import { parsing, schemaError } from '../../http/schema-errors.ts';

export interface ConversionForm extends FilesRequest {
  /** Path of the file. */
  file: string;
  /** Options as text, as the caller sent them. */
  options: Readonly<Record<string, string>>;
  /** Size of the file, in bytes. */
  size: number;
  /** URL of a file that has not been fetched yet. If `sourceUrl` is set, no file exists at the path `file`. */
  sourceUrl?: string | undefined;
  /** Id of the upload that provides the file. */
  fileId?: string | undefined;
  /** URL that receives an event when the job has finished. */
  webhookUrl?: string | undefined;
}

/**
 * Parses the text fields of a received form. Fields that `schema` does not list are options, which are validated once
 * the route is known. Throws `bad_request` with the name of the invalid field.
 */
export function parseFields(schema: FormSchema, given: ReadonlyMap<string, string>) {
  const { success, data, error } = schema.named.safeParse(Object.fromEntries(given), parsing);
  if (!success) throw schemaError(error, schema.described, 'field');
  const options = Object.fromEntries([...given].filter(([name]) => !Object.hasOwn(schema.named.shape, name)));
  const { target = '', source, source_url: sourceUrl, file_id: fileId, webhook_url: webhookUrl } = data;
  return { target, source, sourceUrl, fileId, webhookUrl, options };
}

/** Size in bytes above which a form is large. For a large form, the quota is checked before the form is received. */
const largeBytes = 256 * 1024;

export function isLarge({ headers }: IncomingMessage): boolean {
  return !(Number(headers['content-length']) <= largeBytes);
}

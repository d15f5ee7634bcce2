/** The form of a conversion: its fields, parsed by the schema that describes them, and the file that came with it. */
import type { IncomingMessage } from 'node:http';
import type { FilePart } from '../../convert/batch/batch.ts';
import type { ConversionRequest } from '../../convert/request/route-plan.ts';
import type { FormSchema } from './conversion-schemas.ts';
import { schemaError } from '../../http/schema-errors.ts';

export interface ConversionForm extends ConversionRequest {
  /** Where the file is. */
  file: string;
  /** All as they were sent, as text. */
  options: Readonly<Record<string, string>>;
  /** Bytes of the file. */
  size: number;
  /** Where several files were sent: they lie one behind the other in the file, and none of them gives it its name. */
  parts?: readonly FilePart[] | undefined;
  /** Where the file is still to be fetched from; then there is none. */
  sourceUrl?: string | undefined;
  /** Of the upload that the file is. */
  fileId?: string | undefined;
  /** Where an event is sent when its job has finished. */
  webhookUrl?: string | undefined;
}

/** What a form asks for, without its file. */
export interface FormFields extends Pick<
  ConversionForm,
  'target' | 'source' | 'options' | 'sourceUrl' | 'webhookUrl'
> {
  /** Of a file that was uploaded before. */
  fileId: string | undefined;
}

/**
 * The fields of a form once they have been received, all as text. Those that `schema` does not name are options, which
 * only the route can tell to be valid. Throws `bad_request` naming the field.
 */
export function parseFields(schema: FormSchema, given: ReadonlyMap<string, string>): FormFields {
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

/** Requests to convert and their results as schemas; bodies are received as streams, and their fields parsed afterwards. */
import { optionNames, optionSchema } from '@protean/engines/runtime/options.ts';
import { z } from 'zod';
import { isolationOption, isolationSchema } from '../convert/isolation-group.ts';

/** A value as form fields and JSON have it, with the JSON schema of what is valid. */
const described = (schema: Readonly<Record<string, unknown>>) =>
  z
    .unknown()
    .optional()
    .meta({ override: { ...schema } });

/** The texts that a form may have besides options. */
const namedFields = {
  source_url: z
    .string('a text')
    .meta({ format: 'uri', description: 'A public address that the file is fetched from.' })
    .optional(),
  /** In place of a file (contract §15.5). */
  file_id: z
    .string('a text')
    .meta({ format: 'uuid', description: 'A file that was uploaded before.' })
    .optional(),
  target: z
    .string('a text')
    .meta({ description: 'The format wanted, with or without a dot; aliases too.', example: 'pdf' }),
  source: z
    .string('a text')
    .optional()
    .meta({ description: 'What the file is, when its name does not say.' }),
  webhook_url: z
    .string('a text')
    .meta({ format: 'uri', description: 'Where an event is sent when the job has finished.' })
    .optional(),
};

const options = {
  ...Object.fromEntries(optionNames.map((name) => [name, described(optionSchema(name))])),
  [isolationOption]: described(isolationSchema),
};

const file = z.file().optional().meta({ description: 'The file to convert.' });

type NamedField = keyof typeof namedFields;

/** The form of a route: one set of fields that is described and that parses what was received. */
export interface FormSchema {
  described: z.ZodObject;
  /**
   * Its fields without the file, which is a stream, and without options, which are parsed by the rows that describe them
   * when the route is known. None is required here: what is missing is told when the rest is known to make sense.
   */
  named: z.ZodObject<Record<string, z.ZodOptional<z.ZodString>>>;
}

function formSchema(
  names: readonly NamedField[],
  optionFields: z.ZodRawShape,
  meta: { id: string; description: string },
): FormSchema {
  const named = Object.fromEntries(names.map((name) => [name, namedFields[name]]));
  return {
    described: z.strictObject({ file, ...named, ...optionFields }).meta(meta),
    named: z.object(named).partial() as FormSchema['named'],
  };
}

/**
 * Of the JSON that is taken too (contract §3.8) the document has only this sentence: code generators that are given two
 * types of a body make functions of the JSON alone, which cannot send a file.
 */
const orJson = 'JSON with the same fields is taken too, without `file`.';

/** The body of a route that receives this form as a stream. */
export const bodyOf = ({ described: schema }: FormSchema) => ({
  description: orJson,
  content: { 'multipart/form-data': { schema } },
});

/** A form with a file, or with the id of one that was uploaded. */
export const uploadForm = formSchema(['file_id', 'target', 'source'], options, {
  id: 'Upload',
  description: 'With either `file` or `file_id`.',
});

const either = 'With exactly one of `file`, `source_url` and `file_id`.';

/** The same or with the address of a file. */
export const conversionForm = formSchema(['source_url', 'file_id', 'target', 'source'], options, {
  id: 'ConversionForm',
  description: either,
});

/** The same with the address of a webhook (contract §6.1). */
export const jobForm = formSchema(['source_url', 'file_id', 'target', 'source', 'webhook_url'], options, {
  id: 'JobForm',
  description: either,
});

/** A file alone, however it is named. */
export const detectionForm = formSchema(
  ['source_url', 'file_id'],
  {},
  {
    id: 'DetectionForm',
    description: either,
  },
);

/** Read by `claimKey` (contract §10.1). */
export const idempotencyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[A-Za-z0-9._\-:+/]{1,128}$/)
    .optional()
    .meta({
      description: 'Makes the request safe to repeat: the same key gets the same answer for 24 hours.',
    }),
});

/** The bytes of a file, whatever they are. */
export const fileContent = { schema: z.file() };

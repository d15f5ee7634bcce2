/** Requests to convert and their results, as they are described; the bodies are read as streams by {@link receiveForm}. */
import { optionNames, optionSchema } from '@protean/engines/runtime/options.ts';
import { z } from 'zod';
import { isolationOption, isolationSchema } from '../convert/isolation-group.ts';

/** A value as form fields and JSON have it, with the JSON schema of what is valid. */
const described = (schema: Readonly<Record<string, unknown>>) =>
  z
    .unknown()
    .optional()
    .meta({ override: { ...schema } });

const options = Object.fromEntries(optionNames.map((name) => [name, described(optionSchema(name))]));

const fields = {
  target: z
    .string()
    .meta({ description: 'The format wanted, with or without a dot; aliases too.', example: 'pdf' }),
  source: z.string().optional().meta({ description: 'What the file is, when its name does not say.' }),
  ...options,
  [isolationOption]: described(isolationSchema),
};

const file = z.file().meta({ description: 'The file to convert.' });
const sourceUrl = z.url().meta({ description: 'A public address that the file is fetched from.' });
const webhookUrl = z
  .url()
  .optional()
  .meta({ description: 'Where an event is sent when the job has finished.' });

/** A form whose file is sent with it. */
export const uploadBody = {
  content: {
    'multipart/form-data': { schema: z.strictObject({ file, ...fields }).meta({ id: 'Upload' }) },
  },
};

/** A form with a file or with the address of one, or JSON with the address (contract §3.8). */
export const conversionBody = {
  content: {
    'multipart/form-data': {
      schema: z
        .strictObject({ file: file.optional(), source_url: sourceUrl.optional(), ...fields })
        .meta({ id: 'ConversionForm', description: 'With either `file` or `source_url`.' }),
    },
    'application/json': {
      schema: z.strictObject({ source_url: sourceUrl, ...fields }).meta({ id: 'ConversionRequest' }),
    },
  },
};

/** The same with the address of a webhook (contract §6.1). */
export const jobBody = {
  content: {
    'multipart/form-data': {
      schema: z
        .strictObject({
          file: file.optional(),
          source_url: sourceUrl.optional(),
          ...fields,
          webhook_url: webhookUrl,
        })
        .meta({ id: 'JobForm', description: 'With either `file` or `source_url`.' }),
    },
    'application/json': {
      schema: z
        .strictObject({ source_url: sourceUrl, ...fields, webhook_url: webhookUrl })
        .meta({ id: 'JobRequest' }),
    },
  },
};

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

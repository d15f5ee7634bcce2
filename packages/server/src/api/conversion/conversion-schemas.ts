/** Requests to convert and their results as schemas; bodies are received as streams, and their fields parsed afterwards. */
import { allOptionNames, optionSchema } from '@protean/engines/contract/options.ts';
import { z } from 'zod';
import { maxFiles } from '../../convert/batch/batch.ts';
import { capitalized } from '../../kit/capitalized.ts';

/**
 * An option's value as form fields and JSON have it, with the JSON schema of what is valid: one component of the
 * description, which all forms refer to.
 */
const described = (name: string, schema: Readonly<Record<string, unknown>>) =>
  z
    .unknown()
    .meta({ id: `Option${pascalCase(name)}`, override: { ...schema } })
    .optional();

const pascalCase = (name: string) => name.split('_').map(capitalized).join('');

/** The texts that a form may have besides options. */
const namedFields = {
  source_url: z
    .string('a text')
    .meta({ format: 'uri', description: 'A public URL from which the service downloads the file.' })
    .optional(),
  /** In place of a file (contract §15.5). */
  file_id: z.string('a text').meta({ format: 'uuid', description: 'The id of an uploaded file.' }).optional(),
  target: z
    .string('a text')
    .meta({ description: 'The target format, with or without a dot. Aliases are accepted.', example: 'pdf' }),
  source: z
    .string('a text')
    .optional()
    .meta({ description: 'The source format, if the file name does not say it.' }),
  webhook_url: z
    .string('a text')
    .meta({ format: 'uri', description: 'URL that receives an event when the job has finished.' })
    .optional(),
};

const options = Object.fromEntries(allOptionNames.map((name) => [name, described(name, optionSchema(name))]));

const fileField = (description: string) => z.file().optional().meta({ description });

const file = fileField(`The file to convert. For several files, up to ${maxFiles}, the result is a zip.`);

type NamedField = keyof typeof namedFields;

/** The form of a route: one set of fields that is described and that parses what was received. */
export interface FormSchema {
  described: z.ZodObject;
  /** The same as JSON, which has no file, as it is described. */
  describedJson: z.ZodObject;
  /** What parses the JSON: its named fields and, as in a form, any others. */
  json: z.ZodType<Record<string, string | number | boolean | undefined>>;
  /**
   * Its fields without the file, which is a stream, and without options, which are parsed by the rows that describe them
   * when the route is known. None is required here: what is missing is told when the rest is known to make sense.
   */
  named: z.ZodObject<Record<string, z.ZodOptional<z.ZodString>>>;
}

interface FormTexts {
  id: string;
  description: string;
  /** Of the JSON. */
  json: { id: string; description: string };
}

const fieldOfJson = z.union([z.string(), z.number(), z.boolean()], 'a text, a number or a boolean');

function formSchema(
  names: readonly NamedField[],
  optionFields: z.ZodRawShape,
  { json, ...meta }: FormTexts,
  ofFile = file,
): FormSchema {
  const shape = Object.fromEntries(names.map((name) => [name, namedFields[name]]));
  const named = z.object(shape).partial() as FormSchema['named'];
  const withoutFile = { ...shape, ...optionFields };
  return {
    described: z.strictObject({ file: ofFile, ...withoutFile }).meta(meta),
    describedJson: z.strictObject(withoutFile).meta(json),
    json: z.object(named.shape, 'a JSON object').catchall(fieldOfJson),
    named,
  };
}

/**
 * The type of JSON that is sent or answered where a file may be, too. The grammar of media types allows the space; without
 * it, code generators that support one type of a body take JSON for it, and their functions send and answer no files.
 */
export const jsonBesideFiles = 'application/json ; charset=utf-8';

/** The body of a route that receives this form as a stream, or as JSON (contract §3.8). */
export const bodyOf = ({ described: schema, describedJson }: FormSchema) => ({
  description: 'A form, or JSON with the same fields except `file`.',
  content: { 'multipart/form-data': { schema }, [jsonBesideFiles]: { schema: describedJson } },
});

const asText = 'Option values may be texts, as in a form.';

/** A form with a file, or with the id of one that was uploaded. */
export const uploadForm = formSchema(['file_id', 'target', 'source'], options, {
  id: 'Upload',
  description: 'With exactly one of `file` and `file_id`.',
  json: { id: 'UploadJson', description: `With \`file_id\`. ${asText}` },
});

const eitherInForm = 'With exactly one of `file`, `source_url` and `file_id`.';
const eitherInJson = 'With exactly one of `source_url` and `file_id`.';

/** The same or with the address of a file. */
export const conversionForm = formSchema(['source_url', 'file_id', 'target', 'source'], options, {
  id: 'ConversionForm',
  description: eitherInForm,
  json: { id: 'ConversionJson', description: `${eitherInJson} ${asText}` },
});

/** The same with the address of a webhook (contract §6.1). */
export const jobForm = formSchema(['source_url', 'file_id', 'target', 'source', 'webhook_url'], options, {
  id: 'JobForm',
  description: eitherInForm,
  json: { id: 'JobJson', description: `${eitherInJson} ${asText}` },
});

/** A file alone, however it is named. */
export const detectionForm = formSchema(
  ['source_url', 'file_id'],
  {},
  {
    id: 'DetectionForm',
    description: eitherInForm,
    json: { id: 'DetectionJson', description: eitherInJson },
  },
  fileField('The file. Only its beginning and end are read.'),
);

/** The bytes of a file, whatever they are. */
export const fileContent = { schema: z.file() };

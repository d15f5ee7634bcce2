/**
 * Schemas of conversion requests and results. Bodies are received as streams, and their fields are parsed afterwards.
 */
import {
  allOptionNames,
  fileValuedOptions,
  optionSchema,
  textFileOptions,
} from '@protean/engines/contract/options.ts';
import { z } from 'zod';
import { maxFiles } from '../../convert/batch/batch.ts';
import { capitalized } from '../../kit/capitalized.ts';

/**
 * Returns the schema of an option. The schema accepts any value, and documents the valid values with the JSON schema
 * `schema`. In the OpenAPI document, the schema is a component that all forms reference.
 */
const described = (name: string, schema: Readonly<Record<string, unknown>>) =>
  z
    .unknown()
    .meta({ id: `Option${pascalCase(name)}`, override: { ...schema } })
    .optional();

const pascalCase = (name: string) => name.split('_').map(capitalized).join('');

/** Text fields of a form that are not options. */
const namedFields = {
  source_url: z
    .string('a text')
    .meta({ format: 'uri', description: 'A public URL from which the service downloads the file.' })
    .optional(),
  /** Id of an uploaded file, which is sent instead of the file (contract §15.5). */
  file_id: z.string('a text').meta({ format: 'uuid', description: 'The id of an uploaded file.' }).optional(),
  target: z
    .string('a text')
    .meta({ description: 'The target format, with or without a dot. Aliases are accepted.', example: 'pdf' }),
  source: z
    .string('a text')
    .optional()
    .meta({ description: 'The source format. Default: detected from the name or the content of the file.' }),
  webhook_url: z
    .string('a text')
    .meta({ format: 'uri', description: 'URL that receives an event when the job has finished.' })
    .optional(),
};

const options = Object.fromEntries(allOptionNames.map((name) => [name, described(name, optionSchema(name))]));

const fileField = (description: string) => z.file().optional().meta({ description });

const file = fileField(`The file to convert. For several files, up to ${maxFiles}, the result is a zip.`);

type NamedField = keyof typeof namedFields;

/** Schema of an endpoint's form: the documented fields, and the parsers of a received form. */
export interface FormSchema {
  described: z.ZodObject;
  /** Names of the fields, in addition to `file`, that may be sent as files. */
  fileFields: readonly string[];
  /** Documented schema of the request as JSON, which does not contain the file itself. */
  describedJson: z.ZodObject;
  /** Parses a JSON body. Like a form, the body may have undocumented fields. */
  json: z.ZodType<Record<string, string | number | boolean | undefined>>;
  /**
   * Schema of the fields other than the file and the options. The file is a stream, and the options are parsed when the
   * route is known. The schema requires no field, because missing fields are reported after all other fields have been
   * validated.
   */
  named: z.ZodObject<Record<string, z.ZodOptional<z.ZodString>>>;
}

interface FormTexts {
  id: string;
  description: string;
  /** Id and description of the JSON schema. */
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
    described: z.strictObject({ file: ofFile, ...withoutFile, ...filesOf(optionFields) }).meta(meta),
    fileFields: [...fileValuedOptions, ...textFileOptions].filter((name) =>
      Object.hasOwn(optionFields, name),
    ),
    describedJson: z.strictObject(withoutFile).meta(json),
    json: z.object(named.shape, 'a JSON object').catchall(fieldOfJson),
    named,
  };
}

/** Returns the schemas of the options that a form sends as files. */
const filesOf = (optionFields: z.ZodRawShape) =>
  Object.fromEntries(
    fileValuedOptions
      .filter((name) => Object.hasOwn(optionFields, name))
      .map((name) => [name, fileField(String(optionSchema(name)['description']))]),
  );

/**
 * Media type of JSON for a body that may be JSON or a file. Some code generators support only one media type per body
 * and prefer `application/json`. With `application/json`, the generated functions could not send or return files. The
 * space before the semicolon is valid. Because of the space, the code generators do not recognise `application/json`
 * and choose the media type of files.
 */
export const jsonBesideFiles = 'application/json ; charset=utf-8';

/**
 * Returns the OpenAPI request body for an endpoint whose fields can be sent as multipart/form-data or as JSON (contract
 * §3.8).
 */
export const bodyOf = ({ described: schema, describedJson }: FormSchema) => ({
  description: 'A form, or JSON with the same fields except `file`.',
  content: { 'multipart/form-data': { schema }, [jsonBesideFiles]: { schema: describedJson } },
});

const asText = 'Option values may be strings, as in a form.';

/** Form with a file or the id of an uploaded file. */
export const uploadForm = formSchema(['file_id', 'target', 'source'], options, {
  id: 'Upload',
  description: 'Exactly one of `file` and `file_id` is required.',
  json: { id: 'UploadJson', description: `The field \`file_id\` is required. ${asText}` },
});

const eitherInForm = 'Exactly one of `file`, `source_url` and `file_id` is required.';
const eitherInJson = 'Exactly one of `source_url` and `file_id` is required.';

/** Upload form that also accepts the URL of a file. */
export const conversionForm = formSchema(['source_url', 'file_id', 'target', 'source'], options, {
  id: 'ConversionForm',
  description: eitherInForm,
  json: { id: 'ConversionJson', description: `${eitherInJson} ${asText}` },
});

/** Conversion form that also accepts the URL of a webhook (contract §6.1). */
export const jobForm = formSchema(['source_url', 'file_id', 'target', 'source', 'webhook_url'], options, {
  id: 'JobForm',
  description: eitherInForm,
  json: { id: 'JobJson', description: `${eitherInJson} ${asText}` },
});

/**
 * The form of a detection. A detection form contains nothing except the file. The file is sent with the form, uploaded
 * before (`file_id`), or fetched from a URL (`source_url`).
 */
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

/** Schema of a body that is a file of any format. */
export const fileContent = { schema: z.file() };

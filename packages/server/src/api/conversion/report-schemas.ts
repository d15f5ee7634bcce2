/** Schemas of conversion reports: the steps of a conversion and its losses. */
import { traits, type Trait } from '@protean/formats/format.ts';
import { factTable, type FactName } from '@protean/engines/passes/file_info/file-info.ts';
import { warnings, type WarningCode } from '@protean/engines/contract/warnings.ts';
import { z } from 'zod';
import { errorInfo } from '../../http/openapi/errors.ts';

const warningCodes = Object.keys(warnings) as WarningCode[];
const traitNames = Object.keys(traits) as Trait[];

const match = z
  .strictObject({
    kind: z.string().meta({ description: 'The kind of the match, such as `email`.' }),
    page: z
      .int()
      .optional()
      .meta({ description: 'Counted from 1. Missing for matches outside of the pages, such as metadata.' }),
    count: z.int(),
  })
  .meta({ id: 'WarningMatch', description: 'Matches of one kind on one page that were redacted.' });

export const warningList = z
  .array(
    z
      .strictObject({ code: z.enum(warningCodes), message: z.string(), matches: z.array(match).optional() })
      .meta({ id: 'ConversionWarning', description: 'A warning about the result.' }),
  )
  .meta({ description: 'Warnings about the result.' });

const lost = z
  .array(z.enum(traitNames))
  .meta({ description: 'The traits of the source that the result lacks.' });

const factTypes = {
  // `factSchema` adds the type `integer` to a count, because `z.int()` would also add a minimum and a maximum to each
  // count. Minimums and maximums would make up most of the report's schema in the OpenAPI document.
  count: z.number(),
  number: z.number(),
  flag: z.boolean(),
  name: z.string(),
  names: z.array(z.string()),
};

/** Returns the schema of a field of the file info. Omits descriptions that only repeat the name. */
function factSchema(name: FactName) {
  const { type, description } = factTable[name];
  return factTypes[type].optional().meta({
    ...(type === 'count' ? { type: 'integer' } : {}),
    ...(description === name.replace('_', ' ') ? {} : { description }),
  });
}

const factNames = Object.keys(factTable) as FactName[];

const facts = z.strictObject(Object.fromEntries(factNames.map((name) => [name, factSchema(name)]))).meta({
  id: 'FileFacts',
  description: 'Information about the content of a file. Facts that could not be read are omitted.',
});

const file = z
  .strictObject({
    sha256: z.string().nullable().meta({ description: 'Null if the entry represents several files.' }),
    size: z.int().meta({ description: 'In bytes.' }),
    facts,
  })
  .meta({ id: 'FileStatement', description: 'A source or result file.' });

const step = z
  .strictObject({
    engine: z.string(),
    version: z.string().meta({
      description:
        "Version of the Debian or npm package. For Protean's own programs, the version of Protean.",
    }),
    from: z.string(),
    to: z.string(),
    ms: z.int(),
  })
  .meta({ id: 'StepReport', description: 'One executed step of the route.' });

const ofOneFile = {
  protean: z.string().meta({ description: 'The version of Protean.' }),
  source_format: z.string(),
  target_format: z.string(),
  options: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .meta({ description: 'The options as parsed, without passwords.' }),
  steps: z.array(step),
  lost,
  warnings: warningList,
  source: file,
  result: file,
};

const partReport = z
  .strictObject(ofOneFile)
  .meta({ id: 'PartReport', description: 'Report on the conversion of one of several files.' });

const part = z
  .strictObject({
    name: z.string(),
    result: z.string().optional().meta({ description: 'Name of the result in the zip.' }),
    status: z.enum(['completed', 'failed']),
    error: errorInfo.optional(),
    lost,
    warnings: warningList.optional(),
    ms: z.int(),
    source: file
      .optional()
      .meta({ description: 'The file before merging, if it was merged with other files.' }),
    report: partReport.optional(),
  })
  .meta({ id: 'ReportedFile', description: 'One of several files.' });

export const reportSchema = z
  .strictObject({
    ...ofOneFile,
    files: z.array(part).optional().meta({ description: 'One entry per file, if several files were sent.' }),
  })
  .meta({ id: 'ConversionReport', description: 'The steps and losses of a conversion.' });

/** Results of conversions as schemas, as answers and jobs show them. */
import { z } from 'zod';
import { reportSchema, warningList } from './report-schemas.ts';

/** What became of a conversion (contract §3.7). */
export const resultSchema = z
  .strictObject({
    file_url: z.url().meta({ description: 'Opens the file for 24 hours.' }),
    size: z.int().meta({ description: 'In bytes.' }),
    duration_ms: z.int().meta({ description: 'How long the conversion took.' }),
    source_format: z.string(),
    target_format: z.string(),
    warnings: warningList.optional(),
  })
  .meta({ id: 'JobResult', description: 'What became of a conversion.' });

/** The same as an answer, with the report where the request asked for one. */
export const convertedSchema = resultSchema
  .extend({ report: reportSchema.optional() })
  .meta({ id: 'ConvertedFile', description: 'What became of a conversion, and where its file is.' });

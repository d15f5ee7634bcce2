/** Schemas of conversion results in responses and jobs. */
import { z } from 'zod';
import { reportSchema, warningList } from './report-schemas.ts';

/** Result of a conversion (contract §3.7). */
export const resultSchema = z
  .strictObject({
    file_url: z.url().meta({ description: 'URL that returns the file. The URL is valid for 24 hours.' }),
    size: z.int().meta({ description: 'In bytes.', example: 48_213 }),
    duration_ms: z.int().meta({ description: 'Duration of the conversion.', example: 412 }),
    source_format: z.string(),
    target_format: z.string(),
    warnings: warningList.optional(),
  })
  .meta({ id: 'JobResult', description: 'Result of a conversion, with a link to the file.' });

/** Result of a conversion in an HTTP response. The result includes the report if the request asked for a report. */
export const convertedSchema = resultSchema.extend({ report: reportSchema.optional() }).meta({
  id: 'ConvertedFile',
  description: 'Result of a conversion: a link to the file, and the report if it was requested.',
});

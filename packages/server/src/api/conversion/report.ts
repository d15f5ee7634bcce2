/** A report as tools answer it; the description of the HTTP interface has its fields. */
import { z } from 'zod';

export const toolReport = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(
    'The steps and losses of a conversion: steps, lost, warnings, and for source and result sha256, size and facts (information about the content).',
  );

/** A report as tools answer it; the description of the HTTP interface has its fields. */
import { z } from 'zod';

export const toolReport = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(
    'What was done and lost: steps, lost, warnings, and of source and result sha256, size and facts (what each holds).',
  );

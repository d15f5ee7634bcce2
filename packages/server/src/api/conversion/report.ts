/** A report as MCP tools return it. The OpenAPI document describes its fields. */
import { z } from 'zod';

export const toolReport = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(
    'The steps and losses of a conversion: steps, lost, warnings, and for source and result sha256, size and facts (information about the content).',
  );

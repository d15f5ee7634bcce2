/** Warnings and reports in the form in which MCP tools return them. The OpenAPI document describes their fields. */
import { z } from 'zod';

export const toolWarnings = z
  .array(z.object({ code: z.string(), message: z.string() }))
  .optional()
  .describe('How the result differs from the request.');

export const toolReport = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('Steps, losses, and facts about source and result, if requested.');

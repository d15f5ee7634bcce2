/** Warnings and reports in the form in which MCP tools return them. The OpenAPI document describes their fields. */
import { z } from 'zod';

export const toolWarnings = z
  .array(z.record(z.string(), z.unknown()))
  .optional()
  .describe('Differences from the request: code and message.');

export const toolReport = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('Steps, losses and facts, if requested.');

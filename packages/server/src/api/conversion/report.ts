/**
 * Schemas of warnings and reports in the results of MCP tools. The OpenAPI document describes the fields of these
 * schemas.
 */
import { z } from 'zod';

export const toolWarnings = z
  .array(z.record(z.string(), z.unknown()))
  .optional()
  .describe('Differences from the request: code and message.');

export const toolReport = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('Steps, losses and facts, if requested.');

/**
 * The error of a tool call. The error of a failed tool call has the same format as an error from the server's tools.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';

export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  toResult(): CallToolResult {
    const { code, message, details } = this;
    return {
      isError: true,
      content: [{ type: 'text', text: JSON.stringify({ error: { code, message, details } }) }],
    };
  }
}

/** Returns an error about an argument. `message` is a complete sentence. */
export function badArgument(field: string, message: string): ToolFailure {
  return new ToolFailure('bad_request', message, { field });
}

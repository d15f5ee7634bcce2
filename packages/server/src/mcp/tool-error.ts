/** Converts an error of the service to a tool error, and replaces field names with argument names (contract §13.5). */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ErrorEnvelope, ServiceError } from '../errors.ts';

/** Argument names, by field name. */
const argumentNames: Readonly<Record<string, string>> = {
  target: 'target_format',
  source: 'source_format',
  file: 'base64_content',
};

const argumentOf = (field: string) => argumentNames[field] ?? field;

/** Replacements for instructions that apply only to HTTP requests. */
const rewordings: readonly (readonly [RegExp, string | ((whole: string, name: string) => string)])[] = [
  [/\b(?:field or option|field|option) "(\w+)"/g, (_, name) => `argument "${argumentOf(name)}"`],
  [/GET \/v1\/formats lists them all/g, 'list_conversions lists them all'],
  [/A smaller file may fit, and a job \(POST \/v1\/jobs\) may take longer\./g, 'A smaller file may fit.'],
];

export function toolError(failure: ServiceError): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(envelopeOf(failure)) }] };
}

function envelopeOf(failure: ServiceError): ErrorEnvelope {
  const { code, message, details, retryAfter } = failure;
  const field = details?.['field'];
  const more = {
    ...details,
    // If the message contains `argument "`, the error comes from the tool itself, and the field in its details is
    // already the name of the argument.
    ...(typeof field === 'string' && !message.includes('argument "') ? { field: argumentOf(field) } : {}),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  };
  const words = rewordings.reduce(
    (text, [pattern, instead]) => text.replace(pattern, instead as string),
    message,
  );
  return { error: { code, message: words, ...(Object.keys(more).length > 0 ? { details: more } : {}) } };
}

/** Interface of the MCP tools, which agents call: description, arguments and answers (contract §13.3). */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { KnownAccount } from '../accounts/keys.ts';
import type { AccountPlan } from '../accounts/plans.ts';
import { ServiceError } from '../errors.ts';
import { parsing, schemaError } from '../http/schema-errors.ts';

/** Caller of a tool, with signals and callbacks for the call. */
export interface ToolCall {
  /** Identifies the caller in the throttle, the queue and uploads. */
  caller: string;
  /** Null for a caller without a key. */
  account: KnownAccount | null;
  /** Limits of the account, or of callers without a key if there is no account. */
  plan: AccountPlan;
  /** `Idempotency-Key` header as sent. */
  idempotencyKey: string | undefined;
  /** Id of the HTTP request, as in the log. */
  requestId: string;
  /** Aborts when the call is cancelled, its client disconnects, or the server ends. */
  signal: AbortSignal;
  /** Called with the progress, from 0 to 1. */
  onProgress: (share: number) => void;
  /**
   * Called when a conversion starts. If a call is refused before its conversion starts, the call is counted in a
   * throttle window with a higher limit (contract §9.10).
   */
  onStart: () => void;
}

export interface ToolAnswer<Structured = Record<string, unknown>> {
  structured: Structured;
  /** File to which the answer links. */
  file?: { url: string; name: string; mime: string; size: number };
  /** Text of the file, if it is short. */
  text?: string | undefined;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** Description in the list of tools. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  annotations: ToolAnnotations;
}

export interface Tool {
  /** Number by which the list of tools is sorted in ascending order. */
  position: number;
  description: ToolDescription;
  /** Runs the tool. Throws {@link ServiceError}, also for invalid arguments. */
  run(given: unknown, call: ToolCall): Promise<ToolAnswer>;
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  position: number;
  name: string;
  title: string;
  /** Text for the model. The text describes the effect of the tool, the next step, and the cost. */
  description: string;
  input: Input;
  /**
   * Additional arguments: JSON schemas by name. `run` validates the additional arguments itself. If `input` is loose,
   * `run` also receives arguments that no schema lists.
   */
  options?: Readonly<Record<string, JsonSchema>>;
  output: Output;
  annotations: ToolAnnotations;
  run: (given: z.output<Input>, call: ToolCall) => Promise<ToolAnswer<z.output<Output>>>;
}

/**
 * Defines a tool. Each schema in `input` needs an error message that describes the allowed values, for example
 * "a text".
 */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  position,
  name,
  title,
  description,
  input,
  options = {},
  output,
  annotations,
  run,
}: ToolDefinition<Input, Output>): Tool {
  const { properties, ...rest } = objectSchema(input);
  return {
    position,
    description: {
      name,
      title,
      description,
      inputSchema: {
        ...rest,
        type: 'object',
        properties: { ...(properties as JsonSchema), ...withoutPatterns(options) },
      },
      outputSchema: { ...objectSchema(output), type: 'object' },
      annotations: { title, ...annotations },
    },
    run: (given, call) => run(parse(input, given), call),
  };
}

function parse<Input extends z.ZodObject>(input: Input, given: unknown): z.output<Input> {
  const { success, data, error } = input.safeParse(given, parsing);
  if (!success) throw schemaError(error, input, 'argument');
  return data;
}

/**
 * Removes patterns and lengths from the schemas, and reduces the members of `anyOf` to their types. Reduced schemas
 * keep the list of tools short. If an agent sends an invalid value, the error message states the valid values.
 */
function withoutPatterns(schemas: Readonly<Record<string, JsonSchema>>): Record<string, unknown> {
  const omitted = ['pattern', 'minLength', 'maxLength'];
  const text = JSON.stringify(schemas, (name, value: unknown) => {
    if (name !== 'anyOf' || !Array.isArray(value)) return omitted.includes(name) ? undefined : value;
    return value.map(({ type }: { type?: unknown }) => ({ type }));
  });
  return JSON.parse(text) as Record<string, unknown>;
}

function objectSchema(schema: z.ZodObject): JsonSchema {
  const described = Object.entries(z.toJSONSchema(schema, { io: 'input', override: dropDefaults }));
  return Object.fromEntries(described.filter(([name]) => name !== '$schema'));
}

/**
 * Removes schema keywords that contain no information. Every agent reads the list of tools before its first task, so
 * the list is kept short.
 */
function dropDefaults({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // `propertyNames` is not needed, because it says only that keys are strings, which is always true in JSON.
  delete jsonSchema.propertyNames;
  // `minLength` is not needed, because the tool rejects an empty string with a message.
  if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
}

/** Returns the account of a call that requires an account. Throws `invalid_api_key` if the call has no account. */
export function requireAccount({ account }: ToolCall): KnownAccount {
  if (account) return account;
  throw new ServiceError(
    'invalid_api_key',
    'Jobs require an account: configure this server with the header "Authorization: Bearer <API_KEY>". POST /v1/keys/free gives a free key.',
  );
}

/** What a tool for agents is: how it is described, what it is called with, what it answers (contract §13.3). */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { KnownAccount } from '../accounts/keys.ts';
import type { AccountPlan } from '../accounts/plans.ts';
import { ServiceError } from '../errors.ts';
import { schemaError } from '../http/schema-errors.ts';

/** Who calls a tool, and how it can be followed and stopped. */
export interface ToolCall {
  /** The name under which the throttle, the queue and uploads know the caller. */
  caller: string;
  /** Null without a key. */
  account: KnownAccount | null;
  /** The limits of the account, or those of callers without a key. */
  plan: AccountPlan;
  /** The header `Idempotency-Key` as it was sent. */
  idempotencyKey: string | undefined;
  /** The id of the HTTP request, as it stands in the log. */
  requestId: string;
  /** Aborts when the call is cancelled, its client leaves, or the server ends. */
  signal: AbortSignal;
  /** Takes how much is done, from 0 to 1. */
  onProgress: (share: number) => void;
}

export interface ToolAnswer<Structured = Record<string, unknown>> {
  structured: Structured;
  /** The file that it links to. */
  file?: { url: string; name: string; mime: string; size: number };
  /** What of the file can be read at once. */
  text?: string | undefined;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** As an agent's client lists it. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  annotations: ToolAnnotations;
}

export interface Tool {
  /** Place in the list of tools; lower ones come first. */
  position: number;
  description: ToolDescription;
  /** Throws {@link ServiceError}, also for arguments that are not valid. */
  run(given: unknown, call: ToolCall): Promise<ToolAnswer>;
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  position: number;
  name: string;
  title: string;
  /** What it does, what to do next, what it costs. */
  description: string;
  input: Input;
  /** Arguments beside those of `input`, which `run` checks itself: their JSON schemas by name. */
  options?: Readonly<Record<string, JsonSchema>>;
  output: Output;
  annotations: ToolAnnotations;
  run: (given: z.output<Input>, call: ToolCall) => Promise<ToolAnswer<z.output<Output>>>;
}

/** The errors in `input` say what an argument must be: "a text". */
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
        properties: { ...(properties as JsonSchema), ...options },
        additionalProperties: false,
      },
      outputSchema: { ...objectSchema(output), type: 'object' },
      annotations: { title, ...annotations },
    },
    run: (given, call) => run(parse(input, given), call),
  };
}

function parse<Input extends z.ZodObject>(input: Input, given: unknown): z.output<Input> {
  const { success, data, error } = input.safeParse(given);
  if (!success) throw schemaError(error, input, 'argument');
  return data;
}

function objectSchema(schema: z.ZodObject): JsonSchema {
  const described = Object.entries(z.toJSONSchema(schema, { io: 'input' }));
  return Object.fromEntries(described.filter(([name]) => name !== '$schema'));
}

/** The account of a call that needs one. Throws `invalid_api_key` without. */
export function requireAccount({ account }: ToolCall): KnownAccount {
  if (account) return account;
  throw new ServiceError(
    'invalid_api_key',
    'Jobs require an account: configure this server with the header "Authorization: Bearer <API_KEY>". POST /v1/keys/free gives a free key.',
  );
}

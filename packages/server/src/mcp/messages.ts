/** Inspects a posted JSON-RPC message or batch before the protocol library handles it. */
import type { RequestId } from '@modelcontextprotocol/server';
import { z } from 'zod';

const requestId = z.union([z.string(), z.number()]);
const call = z.object({ method: z.literal('tools/call'), id: requestId });
const cancellation = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId }),
});
const named = z.object({ method: z.string() });

export interface PostedMessages {
  /** Ids of the tool calls. */
  calls: RequestId[];
  /** Ids of the requests that the messages cancel. */
  cancelled: RequestId[];
  methods: ReadonlySet<string>;
}

export function readMessages(body: unknown): PostedMessages {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  const fitting = <T>(schema: z.ZodType<T>) =>
    messages.flatMap((message) => {
      const { success, data } = schema.safeParse(message);
      return success ? [data] : [];
    });
  return {
    calls: fitting(call).map(({ id }) => id),
    cancelled: fitting(cancellation).map(({ params }) => params.requestId),
    methods: new Set(fitting(named).map(({ method }) => method)),
  };
}

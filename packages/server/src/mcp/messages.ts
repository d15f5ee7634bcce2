/** What a posted JSON-RPC message, or a batch of them, says about itself before the protocol is spoken. */
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
  /** The ids of the tool calls among them. */
  calls: RequestId[];
  /** The ids of requests that they cancel. */
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

/** Progress notifications of a tool call, for clients that request them. */
import type { ServerContext } from '@modelcontextprotocol/server';

type McpRequest = ServerContext['mcpReq'];

/**
 * Returns a function that takes the progress as a number from 0 to 1 and sends it as a percentage. Each whole
 * percentage is sent at most once, in ascending order.
 */
export function progressReporter({ _meta, notify, signal }: McpRequest): (share: number) => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let sent = -1;
  return (share) => {
    const progress = Math.min(100, Math.floor(share * 100));
    if (progress <= sent || signal.aborted) return;
    sent = progress;
    const params = { progressToken, progress, total: 100 };
    // Errors are ignored, because a client that has disconnected does not receive the response either.
    notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** Progress notifications of a tool call, for clients that asked for them. */
import type { ServerContext } from '@modelcontextprotocol/server';

type McpRequest = ServerContext['mcpReq'];

/** Takes the share that is done, from 0 to 1; sends whole percents, each once and never a smaller one. */
export function progressReporter({ _meta, notify, signal }: McpRequest): (share: number) => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let sent = -1;
  return (share) => {
    const progress = Math.min(100, Math.floor(share * 100));
    if (progress <= sent || signal.aborted) return;
    sent = progress;
    const params = { progressToken, progress, total: 100 };
    // A client that has left gets no answer either.
    notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** Detects that the client has disconnected. */
import type { ServerResponse } from 'node:http';

/** The client disconnected before its request was answered. */
export class ClientGone extends Error {}

/** Returns a signal that aborts with {@link ClientGone} if the connection closes before the response is sent. */
export function untilClientLeaves(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  const onClose = () => {
    if (!response.writableFinished) left.abort(new ClientGone());
  };
  if (response.destroyed || response.socket?.destroyed) onClose();
  else response.once('close', onClose);
  return left.signal;
}

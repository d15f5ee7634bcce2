/** Whether there is still a client to answer. */
import type { ServerResponse } from 'node:http';

/** The client went away before its request was answered. */
export class ClientGone extends Error {}

/** Aborts with {@link ClientGone} when the connection closes before the answer has been sent. */
export function untilClientLeaves(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  const onClose = () => {
    if (!response.writableFinished) left.abort(new ClientGone());
  };
  if (response.destroyed || response.socket?.destroyed) onClose();
  else response.once('close', onClose);
  return left.signal;
}

/** Whether there is still somebody to answer. */
import type { ServerResponse } from 'node:http';
import { ClientGone } from './upload.ts';

/** A signal that aborts when the connection closes before the answer has been sent. */
export function untilClientLeaves(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  const onClose = () => {
    if (!response.writableFinished) left.abort(new ClientGone());
  };
  if (response.destroyed || response.socket?.destroyed) onClose();
  else response.once('close', onClose);
  return left.signal;
}

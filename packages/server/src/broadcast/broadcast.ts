/** Short messages to all processes of the installation. Messages may be lost, so receivers must also poll. */

export interface Broadcast extends AsyncDisposable {
  /** Sends a message to every process, possibly including this process. Rejects if the message cannot be sent. */
  send(text: string): Promise<void>;
  /** Calls `listener` with each received message. */
  onText(listener: (text: string) => void): void;
}

/**
 * A no-op broadcast, for processes that share a database file. Processes that share a database file poll the database
 * to notice changes.
 */
export const noBroadcast: Broadcast = {
  send: () => Promise.resolve(),
  onText: () => {},
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

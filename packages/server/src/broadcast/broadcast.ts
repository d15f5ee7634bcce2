/** Short texts to all processes of the installation. One may be lost: whoever waits for it looks by itself, too. */

export interface Broadcast extends AsyncDisposable {
  /** Sends it to every process, which may include this one. Rejects when it cannot be sent. */
  send(text: string): Promise<void>;
  /** `listener` is called with each text that is received. */
  onText(listener: (text: string) => void): void;
}

/** Of processes that share a file as their database: nobody is told anything. */
export const noBroadcast: Broadcast = {
  send: () => Promise.resolve(),
  onText: () => {},
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

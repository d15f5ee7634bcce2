/** Work that is done again and again in the background, never twice at the same time. */

/** Does `work` every `ms`, without keeping the process alive for it, until the function it returns is called. */
export function interval(
  ms: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): () => void {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    work()
      .catch(onError)
      .finally(() => (running = false));
  }, ms).unref();
  return () => clearInterval(timer);
}

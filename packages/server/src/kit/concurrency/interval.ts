/** Periodic background work that never overlaps itself. */

/** Runs `work` every `ms`, without keeping the process alive, until the returned function is called. */
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

/** Runs background work periodically and never twice at the same time. */

/** Runs `work` every `ms` until the returned function is called. The timer does not keep the process alive. */
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

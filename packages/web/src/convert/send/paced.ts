/**
 * Throttles a series of values. Shows at most one value per interval, always the latest value. The last value of the
 * series is always shown, unless the series is stopped earlier.
 */

export interface Paced<Value> {
  next(value: Value): void;
  /** Stops. No further values are shown. */
  stop(): void;
}

/**
 * Shows the first value of a series after `firstMs` (default: immediately), and later values every `everyMs` (default:
 * 250).
 */
export function paced<Value>(
  show: (value: Value) => void,
  { firstMs = 0, everyMs = 250 }: { firstMs?: number; everyMs?: number } = {},
): Paced<Value> {
  let waiting: { value: Value } | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const showLatest = () => {
    pause = undefined;
    if (!waiting) return;
    const { value } = waiting;
    waiting = undefined;
    pause = setTimeout(showLatest, everyMs);
    show(value);
  };
  return {
    next: (value) => {
      if (stopped) return;
      waiting = { value };
      if (pause !== undefined) return;
      if (firstMs === 0) showLatest();
      else pause = setTimeout(showLatest, firstMs);
    },
    stop: () => {
      stopped = true;
      clearTimeout(pause);
    },
  };
}

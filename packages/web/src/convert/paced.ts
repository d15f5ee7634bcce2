/** Shows the latest of many values: the first at once, others four times a second, and the last one always. */

const everyMs = 250;

export interface Paced<Value> {
  next(value: Value): void;
  /** Shows nothing more. */
  stop(): void;
}

export function paced<Value>(show: (value: Value) => void): Paced<Value> {
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
      if (pause === undefined) showLatest();
    },
    stop: () => {
      stopped = true;
      clearTimeout(pause);
    },
  };
}

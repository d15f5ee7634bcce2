/**
 * Loads the data of a section when the section is shown, and reloads the data on request. Aborts loading when the
 * section is closed.
 */
import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';

interface Loaded<T> {
  value: ReadonlySignal<T | undefined>;
  failure: ReadonlySignal<unknown>;
  reload: () => Promise<void>;
}

/** Loads data, and loads the data again when `key` changes. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, key: unknown = ''): Loaded<T> {
  const value = useSignal<T | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const running = useRef<AbortController>(null);
  const reload = useCallback(async () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    try {
      const loaded = await load(signal);
      if (signal.aborted) return;
      value.value = loaded;
      failure.value = undefined;
    } catch (error) {
      if (!signal.aborted) failure.value = error;
    }
  }, [key]);
  useEffect(() => {
    value.value = undefined;
    void reload();
    return () => running.current?.abort();
  }, [key]);
  return { value, failure, reload };
}

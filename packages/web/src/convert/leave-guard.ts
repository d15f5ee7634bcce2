/** Leaving the page asks first while files are uploading or converting. */
import { effect } from '@preact/signals';
import type { Tool } from './state/tool.ts';

export function guardLeaving({ items }: Tool): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  effect(() => {
    // A listener that is always there would keep the page out of the browser's back-forward cache.
    if (items.value.some((item) => item.isRunning.value)) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
}

/** Asks for confirmation if the user leaves the page while files are uploading or converting. */
import { effect } from '@preact/signals';
import type { Tool } from './state/tool.ts';

export function guardLeaving({ items }: Tool): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  effect(() => {
    // The listener is added only while it is needed. A permanent listener would exclude the page from the browser's
    // back-forward cache.
    if (items.value.some((item) => item.isRunning.value)) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
}

/**
 * Results of this visit that are no longer shown in a row. The user can download the results of this visit until the
 * page is closed.
 */
import { signal, type Signal } from '@preact/signals';
import type { Item, Result } from './item.ts';

const maxResults = 20;

/** Upper bound in bytes on the total size of the kept results. The browser holds all kept results in memory. */
const maxBytes = 512 * 1024 * 1024;

export class VisitResults {
  /** Results, latest first. */
  readonly results: Signal<readonly Result[]> = signal([]);

  /** Keeps the result of an item, if the item has a result. */
  keep(item: Item): void {
    const state = item.state.peek();
    if (state.kind !== 'done') return;
    const kept: Result[] = [];
    let bytes = 0;
    for (const result of [state.result, ...this.results.peek()]) {
      bytes += result.size;
      if (kept.length < maxResults && bytes <= maxBytes) kept.push(result);
      else URL.revokeObjectURL(result.url);
    }
    this.results.value = kept;
  }

  clear(): void {
    for (const { url } of this.results.peek()) URL.revokeObjectURL(url);
    this.results.value = [];
  }
}

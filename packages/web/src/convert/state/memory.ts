/**
 * Data stored in this browser: how often each target was chosen, recent conversions by name and size, and unfinished
 * uploads.
 */
import { signal, type Signal } from '@preact/signals';

export interface Recent {
  name: string;
  result: string;
  size: number;
  at: number;
}

export interface KeptUpload {
  /** Fingerprint of the file, see `fingerprintOf`. */
  file: string;
  name: string;
  size: number;
  /** Number of bytes sent. */
  sent: number;
  /** URL at which the upload resumes. */
  url: string;
  /** Start of the upload, in milliseconds since the epoch. */
  at: number;
}

type CountsBySource = Record<string, Record<string, number>>;

const targetsKey = 'protean-targets';
const recentKey = 'protean-recent';
const uploadsKey = 'protean-uploads';
const maxRecent = 20;

export class Memory {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  readonly recent: Signal<readonly Recent[]>;

  /** Stores nothing if `storage` is undefined, for example in a private window. */
  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined) {
    this.#storage = storage;
    this.recent = signal(this.#read<Recent[]>(recentKey) ?? []);
  }

  countsOf(sources: readonly string[]): Record<string, number> {
    const all = this.#read<CountsBySource>(targetsKey) ?? {};
    const counts: Record<string, number> = {};
    for (const source of new Set(sources)) {
      for (const [target, count] of Object.entries(all[source] ?? {}))
        counts[target] = (counts[target] ?? 0) + count;
    }
    return counts;
  }

  converted(source: string, target: string, recent: Recent): void {
    const all = this.#read<CountsBySource>(targetsKey) ?? {};
    const ofSource = { ...all[source], [target]: (all[source]?.[target] ?? 0) + 1 };
    this.#write(targetsKey, { ...all, [source]: ofSource });
    this.recent.value = [recent, ...this.recent.peek()].slice(0, maxRecent);
    this.#write(recentKey, this.recent.peek());
  }

  clearRecent(): void {
    this.recent.value = [];
    this.#storage?.removeItem(recentKey);
  }

  get uploads(): readonly KeptUpload[] {
    return this.#read<KeptUpload[]>(uploadsKey) ?? [];
  }

  set uploads(uploads: readonly KeptUpload[]) {
    this.#write(uploadsKey, uploads);
  }

  #read<T>(key: string): T | undefined {
    try {
      const text = this.#storage?.getItem(key);
      return text ? (JSON.parse(text) as T) : undefined;
    } catch {
      return undefined;
    }
  }

  #write(key: string, value: unknown): void {
    try {
      this.#storage?.setItem(key, JSON.stringify(value));
    } catch {
      // The browser's storage is full, so the earlier values remain stored.
    }
  }
}

/** Uploads that are under way, kept in the browser so that choosing the same file again goes on with them. */
import { signal, type Signal } from '@preact/signals';
import type { KeptUpload, Memory } from '../state/memory.ts';

/** As long as the service keeps an upload. */
const keptMs = 24 * 3600 * 1000;

export class KeptUploads {
  readonly #memory: Memory;
  /** Those that no row of this page goes on with. */
  readonly stopped: Signal<readonly KeptUpload[]>;

  constructor(memory: Memory, now: number) {
    this.#memory = memory;
    this.stopped = signal(memory.uploads.filter(({ at }) => now - at < keptMs));
    memory.uploads = this.stopped.peek();
  }

  find(file: string): KeptUpload | undefined {
    return this.#memory.uploads.find((upload) => upload.file === file);
  }

  keep(upload: KeptUpload): void {
    this.#memory.uploads = [...this.#without(upload.file), upload];
    this.taken(upload.file);
  }

  forget(file: string): void {
    this.#memory.uploads = this.#without(file);
    this.taken(file);
  }

  /** Its file was chosen again. */
  taken(file: string): void {
    if (this.stopped.peek().some((upload) => upload.file === file))
      this.stopped.value = this.stopped.peek().filter((upload) => upload.file !== file);
  }

  #without(file: string): KeptUpload[] {
    return this.#memory.uploads.filter((upload) => upload.file !== file);
  }
}

/** What tells a file of the disk from others without reading it. */
export const fingerprintOf = ({ name, type, size, lastModified }: File): string =>
  [name, type, size, lastModified].join(' ');

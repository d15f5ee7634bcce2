/** Stores unfinished uploads in the browser. An upload resumes if the user chooses its file again. */
import { signal, type Signal } from '@preact/signals';
import type { KeptUpload, Memory } from '../state/memory.ts';

/** Time in milliseconds for which the service keeps an upload. */
const keptMs = 24 * 3600 * 1000;

export class KeptUploads {
  readonly #memory: Memory;
  /** Uploads that this page has not resumed. */
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

  /** Marks an upload as resumed, because the user has chosen its file again. */
  taken(file: string): void {
    if (this.stopped.peek().some((upload) => upload.file === file))
      this.stopped.value = this.stopped.peek().filter((upload) => upload.file !== file);
  }

  #without(file: string): KeptUpload[] {
    return this.#memory.uploads.filter((upload) => upload.file !== file);
  }
}

/** Returns a string that identifies a file on disk, without reading the file. */
export const fingerprintOf = ({ name, type, size, lastModified }: File): string =>
  [name, type, size, lastModified].join(' ');

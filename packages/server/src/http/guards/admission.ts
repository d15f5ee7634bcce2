/**
 * Admission control of uploads: limits the number of uploads and the bytes of their files on disk. Rejects further
 * uploads with 503 before reading them.
 */
import { overloaded } from '../../errors.ts';
import { freeBytes } from '../../kit/disk.ts';
import { FairShareCounter } from '../../kit/concurrency/fair-share-counter.ts';

export interface AdmissionLimits {
  /** Maximum number of simultaneous uploads. */
  uploadsAtOnce: number;
  /** Maximum bytes of all files with unfinished conversions. Files that are still being received count too. */
  uploadBytesAtOnce: number;
  /** Free disk space that uploads must leave, in bytes. */
  diskReserve: number;
}

/** Admission of one upload. Disposing the ticket releases the reserved bytes. */
export interface AdmissionTicket extends Disposable {
  /** Reports that the file was received, with its size in bytes. */
  received(size: number): void;
}

export class AdmissionControl {
  readonly #limits: AdmissionLimits;
  readonly #dir: string;
  readonly #uploads: FairShareCounter;
  /** Bytes that all tickets reserve. */
  #bytes = 0;
  /**
   * Announced bytes of uploads in progress. Until the bytes of an upload are written, the measured free disk space
   * still includes the space that the upload needs.
   */
  #expected = 0;

  /** `dir` is the parent folder of uploads. */
  constructor(limits: AdmissionLimits, dir: string) {
    this.#limits = limits;
    this.#dir = dir;
    this.#uploads = new FairShareCounter(limits.uploadsAtOnce);
  }

  /** Number of uploads in progress, and bytes reserved. */
  get state(): { uploads: number; bytes: number } {
    return { uploads: this.#uploads.held, bytes: this.#bytes };
  }

  /** Admits one upload of at most `bytes` by `caller`. Throws 503 if there is no capacity. */
  admit(caller: string, bytes: number): AdmissionTicket {
    const { uploadBytesAtOnce, diskReserve } = this.#limits;
    // A file that is larger than the whole byte limit is admitted if no other upload reserves bytes.
    const fits = this.#bytes === 0 || this.#bytes + bytes <= uploadBytesAtOnce;
    if (!fits || !this.#uploads.acquire(caller)) throw overloaded('too_many_uploads');
    const ticket = this.#issue(caller, bytes);
    try {
      const free = freeBytes(this.#dir);
      if (free - this.#expected < diskReserve)
        throw overloaded(
          'disk_full',
          new Error(`${free} bytes are free, ${this.#expected} of them are reserved`),
        );
      return ticket;
    } catch (error) {
      ticket[Symbol.dispose]();
      throw error;
    }
  }

  #issue(caller: string, bytes: number): AdmissionTicket {
    let held = bytes;
    let receiving = true;
    this.#bytes += bytes;
    this.#expected += bytes;
    const received = (size: number) => {
      if (!receiving) return;
      receiving = false;
      this.#uploads.release(caller);
      this.#expected -= bytes;
      this.#bytes -= held - size;
      held = size;
    };
    return {
      received,
      [Symbol.dispose]: () => {
        received(0);
        this.#bytes -= held;
        held = 0;
      },
    };
  }
}

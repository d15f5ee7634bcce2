/** Admission control of uploads: so many at once, so many bytes of the disk; beyond that 503 before any is read. */
import { overloaded } from '../../errors.ts';
import { freeBytes } from '../../kit/disk.ts';
import { FairShareCounter } from '../../kit/concurrency/fair-share-counter.ts';

export interface AdmissionLimits {
  /** Uploads being received at the same time. */
  uploadsAtOnce: number;
  /** Bytes of all files received or being received whose conversions are not over. */
  uploadBytesAtOnce: number;
  /** Bytes of the disk that uploads leave free. */
  diskReserve: number;
}

/** The admission of one upload; disposing of it gives back what it holds. */
export interface AdmissionTicket extends Disposable {
  /** The file was received, and has so many bytes. */
  received(size: number): void;
}

export class AdmissionControl {
  readonly #limits: AdmissionLimits;
  readonly #dir: string;
  readonly #uploads: FairShareCounter;
  /** Of all tickets. */
  #bytes = 0;
  /** Of uploads still being received, which the disk's free space may not show yet. */
  #expected = 0;

  /** `dir` is the folder that uploads are written below. */
  constructor(limits: AdmissionLimits, dir: string) {
    this.#limits = limits;
    this.#dir = dir;
    this.#uploads = new FairShareCounter(limits.uploadsAtOnce);
  }

  /** Uploads being received, and bytes held. */
  get state(): { uploads: number; bytes: number } {
    return { uploads: this.#uploads.held, bytes: this.#bytes };
  }

  /** Admits one upload of `caller`, of at most `bytes`. Throws 503 at once where there is no space. */
  admit(caller: string, bytes: number): AdmissionTicket {
    const { uploadBytesAtOnce, diskReserve } = this.#limits;
    // A file that is larger than all that may be held is admitted when it is the only one.
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

/** The files on their way through: so many uploads at once, so many bytes of the disk; beyond it 503 before any is read. */
import { overloaded } from '../errors.ts';
import { freeBytes } from '../kit/disk.ts';
import { FairShareCounter } from '../kit/fair-share-counter.ts';

export interface AdmissionLimits {
  /** Uploads being received at the same time. */
  uploadsAtOnce: number;
  /** Bytes of all files received or being received whose conversions have not ended. */
  uploadBytesAtOnce: number;
  /** Bytes of the disk that uploads leave free. */
  diskReserve: number;
}

export class AdmissionControl {
  readonly #limits: AdmissionLimits;
  readonly #dir: string;
  readonly #uploads: FairShareCounter;
  /** Of everything that is held. */
  #bytes = 0;
  /** Of what has not been received yet, and so may still be missing from the disk's free room. */
  #coming = 0;

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

  /**
   * Holds room for one upload of `caller`, of at most `bytes`, while `work` goes on; `work` says by `received` when the
   * file is there, and how large it is. Throws 503 at once where there is no room.
   */
  async admit<T>(
    caller: string,
    bytes: number,
    work: (received: (size: number) => void) => Promise<T>,
  ): Promise<T> {
    const { uploadBytesAtOnce, diskReserve } = this.#limits;
    // A file that is larger than all that may be held is taken when it is the only one.
    const fits = this.#bytes === 0 || this.#bytes + bytes <= uploadBytesAtOnce;
    if (!fits || !this.#uploads.acquire(caller)) throw overloaded('too_many_uploads');
    let held = bytes;
    let coming = true;
    const received = (size: number) => {
      if (!coming) return;
      coming = false;
      this.#uploads.release(caller);
      this.#coming -= bytes;
      this.#bytes -= held - size;
      held = size;
    };
    this.#bytes += bytes;
    this.#coming += bytes;
    try {
      const free = await freeBytes(this.#dir);
      if (free - this.#coming < diskReserve)
        throw overloaded('disk_full', new Error(`${free} bytes are free, ${this.#coming} of them promised`));
      return await work(received);
    } finally {
      received(0);
      this.#bytes -= held;
    }
  }
}

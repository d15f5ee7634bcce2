/** Tells a store that is unreachable or overloaded, which passes, from an error of ours, which is a bug. */

/** Thrown by stores that are other machines. */
export class StorageAwayError extends Error {
  override readonly name = 'StorageAwayError';

  constructor(cause: unknown) {
    super(`the store of objects does not answer: ${(cause as Error).message}`, { cause });
  }
}

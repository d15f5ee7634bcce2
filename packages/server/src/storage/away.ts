/** The error for a store that is temporarily unreachable or overloaded, as opposed to an internal error. */

/** Thrown by a store on another machine if the store is unreachable or overloaded. */
export class StorageAwayError extends Error {
  override readonly name = 'StorageAwayError';

  constructor(cause: unknown) {
    super(`the store of objects does not answer: ${(cause as Error).message}`, { cause });
  }
}

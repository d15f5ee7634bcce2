/** Maps a full queue of conversions to an error that states when to retry. */
import { overloaded, type ServiceError } from '../../errors.ts';
import type { SemaphoreFullError } from '../../kit/concurrency/fair-semaphore.ts';

export function queueFull(error: SemaphoreFullError): ServiceError {
  const reason = error.full === 'queue' ? 'busy' : 'too_many_waiting';
  return overloaded(reason, error, Math.max(5, Math.ceil(error.waitMs / 1000)));
}

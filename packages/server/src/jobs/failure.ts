/** The error that a job's owner sees, and whether a retry may succeed. */
import { isDatabaseAway } from '../db/away.ts';
import { overloaded, ServiceError } from '../errors.ts';
import { exhausted } from '../kit/exhaustion.ts';
import { StorageAwayError } from '../storage/away.ts';

/** Converts an error to an error that the owner may see. Hides the details of internal errors. */
export function failureFrom(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof SuppressedError) return failureFrom(error.error);
  const ranOut = exhausted(error);
  if (ranOut) return overloaded(ranOut === 'disk' ? 'disk_full' : 'busy', error);
  if (error instanceof StorageAwayError || isDatabaseAway(error)) return overloaded('busy', error);
  return new ServiceError(
    'internal_error',
    'An internal error occurred. Include the job_id when you report it.',
    { cause: error },
  );
}

/** Whether a temporary condition of the machine, not the file, caused the error (contract §11.4). */
export const isTransient = ({ status }: ServiceError): boolean => status === 503;

export function workerCrashed(): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The conversion was started several times, but each time the server stopped before the conversion was done.',
    { details: { reason: 'worker_died' } },
  );
}

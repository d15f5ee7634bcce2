/**
 * Errors for an upload that cannot be found. Each function returns the same error for every cause, so that the error
 * does not reveal whether the upload exists.
 */
import { ServiceError } from '../errors.ts';

/** Error for a link that was altered or used, or has expired (contract §15.2). */
export function noSuchLink(cause?: unknown): ServiceError {
  return new ServiceError(
    'not_found',
    'This upload link is invalid: it has expired, was already used, or was altered. Request a new one.',
    { cause },
  );
}

/** Error for a resumable upload that is unknown, belongs to another owner or has expired (contract §15.6). */
export function noSuchUpload(cause?: unknown): ServiceError {
  return new ServiceError('not_found', 'Upload not found or expired. Start a new one.', {
    cause,
  });
}

/**
 * Error for a `file_id` that is unknown, belongs to another owner, is not received yet or has expired (contract §15.3).
 */
export function noSuchFile(cause?: unknown): ServiceError {
  return new ServiceError(
    'not_found',
    'Uploaded file not found: its file_id is wrong, the file was not sent yet, or it has expired. Upload it again.',
    { details: { field: 'file_id' }, cause },
  );
}

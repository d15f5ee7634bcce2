/** The refusal of an upload that is not there, the same whatever is wrong. */
import { ServiceError } from '../errors.ts';

/** Of a link: altered, used or expired (contract §15.2). */
export function noSuchLink(cause?: unknown): ServiceError {
  return new ServiceError(
    'not_found',
    'This upload link is invalid: it has expired, was already used, or was altered. Request a new one.',
    { cause },
  );
}

/** Of a resumable upload: unknown, somebody else's or expired (contract §15.6). */
export function noSuchUpload(cause?: unknown): ServiceError {
  return new ServiceError('not_found', 'Upload not found or expired. Start a new one.', {
    cause,
  });
}

/** Of a `file_id`: unknown, somebody else's, not received yet or expired (contract §15.3). */
export function noSuchFile(cause?: unknown): ServiceError {
  return new ServiceError(
    'not_found',
    'Uploaded file not found: its file_id is wrong, the file was not sent yet, or it has expired. Upload it again.',
    { details: { field: 'file_id' }, cause },
  );
}

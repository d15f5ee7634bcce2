/** The refusal of an upload that is not there, the same whatever is wrong. */
import { ServiceError } from '../errors.ts';

/** Of a link: altered, used or expired (contract §15.2). */
export function noSuchLink(cause?: unknown): ServiceError {
  return new ServiceError(
    'not_found',
    'This link takes no file: it has expired, was used already, or was altered. Ask for a new one.',
    { cause },
  );
}

/** Of a resumable upload: unknown, somebody else's or expired (contract §15.6). */
export function noSuchUpload(cause?: unknown): ServiceError {
  return new ServiceError('not_found', 'There is no such upload, or its time is over. Begin a new one.', {
    cause,
  });
}

/** Of a `file_id`: unknown, somebody else's, not received yet or expired (contract §15.3). */
export function noSuchFile(cause?: unknown): ServiceError {
  return new ServiceError(
    'not_found',
    'There is no such uploaded file: its file_id is wrong, the file was not sent yet, or its time is over. Upload it again.',
    { details: { field: 'file_id' }, cause },
  );
}

/** Refuses a file whose content is another format than its name or `source`: at once where that is certain, else once its conversion failed. */
import { ServiceError } from '../errors.ts';
import { detect, looksLikeAnother } from '@protean/formats/detect.ts';
import type { Format } from '@protean/formats/format.ts';

/** 400 for a file whose content is `found`, though its name or the field `source` says `named`. */
export function mismatch(
  { named, found, by }: { named: Format; found: Format; by: 'name' | 'source' },
  cause?: unknown,
): ServiceError {
  const message =
    by === 'name'
      ? `The file is named .${named.ext} but its content is ${found.ext}. Rename it, or say what it is in the field "source".`
      : `The field "source" says ${named.ext} but the content of the file is ${found.ext}. Say that instead.`;
  const details = { field: 'source', reason: 'content_mismatch', detected: found.ext, named: named.ext };
  return new ServiceError('bad_request', message, { details, cause });
}

/** Reasons for which engines refuse a file of another format. */
const otherFormatReasons: readonly unknown[] = ['unreadable_file', 'not_images'];

/** `error`, or where the content clearly is another format than `source`, the refusal that says so. */
export async function explainMismatch(
  error: unknown,
  { file, source, declared }: { file: string; source: Format; declared: boolean },
): Promise<unknown> {
  if (!(error instanceof ServiceError) || !otherFormatReasons.includes(error.details?.['reason']))
    return error;
  const found = looksLikeAnother(source, await detect(file));
  return found ? mismatch({ named: source, found, by: declared ? 'source' : 'name' }, error.cause) : error;
}

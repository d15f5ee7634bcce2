/**
 * Refuses a file whose content is not in the format that its name or the field `source` states. If the detected format
 * is certain, the file is refused immediately. If the detected format is uncertain, the file is refused only after the
 * conversion has failed.
 */
import { open } from 'node:fs/promises';
import { ServiceError } from '../../errors.ts';
import { looksLikeAnother, type Detection } from '@protean/formats/detection/detect.ts';
import { detect } from '@protean/formats/detection/detect-file.ts';
import type { Format } from '@protean/formats/format.ts';
import { readAt } from '../../kit/read-at.ts';

/**
 * Returns a 400 error for a file that does not have the stated format. `found` is the format of the content. `named` is
 * the format that the file's name or the field `source` states.
 */
export function mismatch(
  { named, found, by }: { named: Format; found: Format; by: 'name' | 'source' },
  cause?: unknown,
): ServiceError {
  const message =
    by === 'name'
      ? `The file is named .${named.ext} but its content is ${found.ext}. Rename it, or specify its format in the field "source".`
      : `The field "source" says ${named.ext}, but the content of the file is ${found.ext}. Set the field "source" to ${found.ext}.`;
  const reason = by === 'name' ? 'content_mismatch' : 'unreadable_file';
  const details = { field: 'source', reason, detected: found.ext, named: named.ext };
  return new ServiceError('bad_request', message, { details, cause });
}

/** If an engine fails for one of these reasons, the file may have another format than expected. */
const otherFormatReasons: readonly unknown[] = ['unreadable_file', 'not_images'];

/**
 * Returns a refusal that names the detected format, if the content clearly has another format than `source`. Returns
 * `error` if the content may have the format `source`.
 */
export async function explainMismatch(
  error: unknown,
  { file, source, declared }: { file: string; source: Format; declared: boolean },
): Promise<unknown> {
  if (!(error instanceof ServiceError) || !otherFormatReasons.includes(error.details?.['reason']))
    return error;
  const detection = await detect(file);
  const found =
    looksLikeAnother(source, detection) ??
    ((await isBlank(file)) ? undefined : textAs(source, detection, declared));
  return found ? mismatch({ named: source, found, by: declared ? 'source' : 'name' }, error.cause) : error;
}

/** Whether the beginning of a file contains only white space. A blank file matches no format. */
async function isBlank(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    return !/\S/.test((await readAt(handle, 0, 4096)).toString('latin1'));
  } finally {
    await handle.close();
  }
}

/**
 * Returns the detected format if the content lacks the signature that every file in the format `source` has. Returns
 * undefined if the content has the signature of `source`. For binary content, returns undefined unless the caller
 * declared `source` and the detected format is uncertain.
 */
function textAs(
  source: Format,
  { certain, isText, candidates, format }: Detection,
  declared: boolean,
): Format | undefined {
  const { magic, magicOptional, inside } = source;
  const lacksSignature = (magic ?? inside) && !magicOptional && !candidates.includes(source);
  return lacksSignature && (isText || (declared && !certain)) ? format : undefined;
}

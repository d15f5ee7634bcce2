/** Refuses a file whose content is another format than its name or `source`: a name at once where that is certain, else once its conversion failed. */
import { open } from 'node:fs/promises';
import { ServiceError } from '../../errors.ts';
import { looksLikeAnother, type Detection } from '@protean/formats/detection/detect.ts';
import { detect } from '@protean/formats/detection/detect-file.ts';
import type { Format } from '@protean/formats/format.ts';

/** 400 for a file whose content is `found`, though its name or the field `source` says `named`. */
export function mismatch(
  { named, found, by }: { named: Format; found: Format; by: 'name' | 'source' },
  cause?: unknown,
): ServiceError {
  const message =
    by === 'name'
      ? `The file is named .${named.ext} but its content is ${found.ext}. Rename it, or specify its format in the field "source".`
      : `The field "source" says ${named.ext}, but the content of the file is ${found.ext}. Set "source" to that.`;
  const reason = by === 'name' ? 'content_mismatch' : 'unreadable_file';
  const details = { field: 'source', reason, detected: found.ext, named: named.ext };
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
  const detection = await detect(file);
  const found =
    looksLikeAnother(source, detection) ??
    ((await isBlank(file)) ? undefined : textAs(source, detection, declared));
  return found ? mismatch({ named: source, found, by: declared ? 'source' : 'name' }, error.cause) : error;
}

/** Whether a file begins with nothing but white space, which is no format's content. */
async function isBlank(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096));
    return !/\S/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await handle.close();
  }
}

/**
 * What a text seems to be that lacks the signature of the format `source`, which every file of it has; also what is no text,
 * where the caller declares the format.
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

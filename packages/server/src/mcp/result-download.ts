/**
 * Stores the result of a conversion for an agent. The link to the result is valid for an hour. Short text is also part
 * of the answer (contract §13.4).
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { formatOfFileName } from '@protean/formats';
import { ResultResponse } from '../charged-conversion.ts';
import type { ConversionResult } from '../convert/result/conversion-result.ts';
import { resultObject, storedResult } from '../convert/result/stored-result.ts';
import type { ResultObjects } from '../storage/result-objects.ts';
import type { Links } from '../storage/links.ts';
import { storeCall, type DownloadableResult } from './stored-call.ts';

/** Lifetime of the link in a tool's result, in seconds. */
export const linkSeconds = 3_600;

/** Maximum size of a converted text that the result of a tool includes, in bytes. */
const maxTextBytes = 32 * 1024;

export interface DownloadServices {
  resultObjects: ResultObjects;
  links: Links;
}

/** Moves the result into the store, where it is kept for `keepMs`. */
export async function storeForDownload(
  conversion: ConversionResult,
  { accountId, keepMs }: { accountId: string | null; keepMs: number },
  services: DownloadServices,
): Promise<ResultResponse<ReturnType<typeof downloadAnswer>>> {
  const { resultObjects } = services;
  const { file, mime, report } = conversion;
  const text = await textOf(conversion);
  const object = await resultObjects.put(file, accountId, keepMs);
  const result = { ...storedResult(conversion), object, mime, text, report };
  return new ResultResponse({
    stored: storeCall({ result }),
    open: () => downloadAnswer(result, services),
    discard: () => resultObjects.remove(object),
  });
}

/** Returns the tool's result, with a link that is valid for {@link linkSeconds} from now. */
export function downloadAnswer(result: DownloadableResult, { links }: Pick<DownloadServices, 'links'>) {
  const { object, fileName: name, mime, size, text, report } = result;
  const url = links.to(object, name, linkSeconds);
  return {
    structured: {
      status: 'completed' as const,
      ...resultObject(result, url),
      file_name: name,
      ...(report ? { report: { ...report } } : {}),
    },
    file: { url, name, mime, size },
    text,
  };
}

/**
 * Media types of text. The media type is checked before the bytes are decoded, because a drawing or an archive may
 * happen to be valid UTF-8.
 */
const textTypes = /^text\/|[/+](json|xml|yaml|toml|sql|x-ndjson|json5|x-subrip|postscript)$/;
const textCategories = new Set(['data', 'subtitle', 'document']);

async function textOf({ file, fileName, mime, size }: ConversionResult): Promise<string | undefined> {
  if (size > maxTextBytes) return undefined;
  const category = formatOfFileName(fileName)?.category;
  if (!textTypes.test(mime) && !textCategories.has(category ?? '')) return undefined;
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return decoded(await handle.readFile());
  } finally {
    await handle.close();
  }
}

/** Returns the text, or undefined if the bytes are not UTF-8. */
function decoded(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[^\P{Cc}\t\n\f\r]/u.test(text) || text.startsWith('%PDF') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The result of a conversion for an agent: stored for an hour behind a signed link, its text beside it (contract §13.4). */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { formatOfFileName } from '@protean/formats';
import type { Delivery } from '../charged-conversion.ts';
import type { ConversionResult } from '../convert/result/conversion-result.ts';
import type { ConversionReport } from '../convert/result/report.ts';
import type { Clock } from '../kit/clock.ts';
import { timeText } from '../kit/time-text.ts';
import type { ResultObjects } from '../storage/result-objects.ts';
import type { Links } from '../storage/links.ts';
import type { ToolAnswer } from './tool.ts';

/** How long a link that a tool answers opens the file. */
export const linkSeconds = 3_600;

/** Text of at most so many bytes is in the answer itself. */
const maxTextBytes = 32 * 1024;

export interface DeliveryServices {
  resultObjects: ResultObjects;
  links: Links;
  clock: Clock;
}

/** What became of a conversion, with a link that opens for {@link linkSeconds}. */
export interface DeliveredFile {
  status: 'completed';
  file_url: string;
  expires_at: string;
  file_name: string;
  mime_type: string;
  size: number;
  duration_ms: number;
  source_format: string;
  target_format: string;
  report?: Record<string, unknown>;
}

/** A result in the store, and what is told of it: all that an answer is made of, each time with a link of its own. */
export interface StoredResult {
  object: string;
  fileName: string;
  mime: string;
  size: number;
  ms: number;
  source: string;
  target: string;
  /** The result itself, where it is short text. */
  text?: string | undefined;
  report?: ConversionReport | undefined;
}

/** What can be handed over, and what is told again to whoever repeats the call. */
export interface StoredDelivery extends Delivery<ToolAnswer<DeliveredFile>> {
  stored: StoredResult;
}

/** Moves the result into the store for `keepMs`; removed again unless the delivery is taken. */
export async function deliver(
  conversion: ConversionResult,
  { accountId, keepMs }: { accountId: string | null; keepMs: number },
  services: DeliveryServices,
): Promise<StoredDelivery> {
  const { resultObjects } = services;
  const { file, fileName, mime, size, ms, route, report } = conversion;
  const text = await textOf(conversion);
  const object = await resultObjects.put(file, accountId, keepMs);
  const { source, target } = route;
  const stored = { object, fileName, mime, size, ms, source, target, text, report };
  let taken = false;
  return {
    stored,
    take: () => {
      taken = true;
      return answerWith(stored, services);
    },
    [Symbol.asyncDispose]: async () => {
      if (!taken) await resultObjects.remove(object);
    },
  };
}

/** The answer, whose link begins to live now. */
export function answerWith(
  { object, fileName: name, mime, size, ms, source, target, text, report }: StoredResult,
  { links, clock }: Pick<DeliveryServices, 'links' | 'clock'>,
): ToolAnswer<DeliveredFile> {
  const url = links.to(object, name, linkSeconds);
  return {
    structured: {
      status: 'completed',
      file_url: url,
      expires_at: timeText(clock.now() + linkSeconds * 1000),
      file_name: name,
      mime_type: mime,
      size,
      duration_ms: ms,
      source_format: source,
      target_format: target,
      ...(report ? { report: { ...report } } : {}),
    },
    file: { url, name, mime, size },
    text,
  };
}

/** Formats of pages that are drawn and archives may happen to be valid text: their media types decide first. */
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

/** Undefined for what is no text in UTF-8. */
function decoded(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[^\P{Cc}\t\n\f\r]/u.test(text) || text.startsWith('%PDF') ? undefined : text;
  } catch {
    return undefined;
  }
}

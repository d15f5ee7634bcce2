/** Finds out why a file could not be read, and whether its readable part can be converted. */
import { open } from 'node:fs/promises';
import { reasons, type Reason } from '@protean/engines/contract/reasons.ts';
import { detectOpen } from '@protean/formats/detection/detect-file.ts';
import type { Detection } from '@protean/formats/detection/detect.ts';
import { endsEarly } from '@protean/formats/detection/endings.ts';
import type { Format } from '@protean/formats/format.ts';
import { readAt } from '../../../kit/read-at.ts';
import { ServiceError } from '../../../errors.ts';

/** Patterns of tools' messages about truncated and damaged files. */
const says = {
  truncated:
    /truncat|unexpected (?:eof|end)|premature|end of (?:file|stream|data|input)|unterminated|before its picture|ends? (?:before|within|too early)|no element found|shorter than it declares|moov atom not found|unclosed|unfinished/i,
  damaged:
    /corrupt|damag|crc|checksum|invalid (?:data|block|distance|code|stored|literal)|bad (?:huffman|data|crc|header|zip)|broken|malformed|not well-formed|mismatched|unexpected (?:token|character)|decompress|inflate|data error|read error|not valid \w+:|binary, not text|is not a text|error (?:decoding|while decoding)/i,
} as const;

/** The first characters of text formats that have no signature. */
const beginnings: Readonly<Record<string, RegExp>> = { json: /^\s*[[{]/, xml: /^\s*</ };

/**
 * Matches the end of a name such as `data.zip.001`. Archivers and file splitters add a number like `.001` to the name
 * of each part.
 */
const partNumber = /\.\d{3}$/;

type Damage = Extract<Reason, 'truncated' | 'damaged' | 'unreadable_file'>;

/**
 * Returns `error` with the detected reason why `file` could not be read as `source`: damage, or a missing part.
 * `repair` states whether the caller can ask for a conversion of the readable part, and whether a repair was already
 * tried.
 */
export async function withDamage(
  error: ServiceError,
  {
    file,
    fileName,
    source,
    repair,
    isDamaged,
  }: {
    file: string;
    /** The name that the caller gave the file. */
    fileName: string;
    source: Format;
    repair: 'possible' | 'failed' | 'impossible';
    /** Returns whether a zip is damaged. The check for damage takes a while. */
    isDamaged: () => Promise<boolean>;
  },
): Promise<ServiceError> {
  const found = await damageOf(file, source, String(error.cause));
  if (found === undefined) return error;
  if (partNumber.test(fileName)) {
    const message = `The ${source.ext} file could not be read. According to its name, it is one part of a split file. Join all parts and send the whole file.`;
    const details = { ...error.details, reason: 'unsupported_feature', feature: 'split file' };
    return new ServiceError('bad_request', message, { details, cause: error.cause });
  }
  const isZip = source.ext === 'zip' || source.inside?.container === 'zip';
  const reason = found === 'unreadable_file' && isZip && (await isDamaged()) ? 'damaged' : found;
  const advice = {
    possible: ' Send salvage=true to convert the readable part.',
    failed: ' No part of it could be recovered.',
    impossible: '',
  }[repair];
  const message = `The ${source.ext} file could not be read. ${reasons[reason]}${advice}`;
  return new ServiceError('bad_request', message, {
    details: { ...error.details, reason },
    cause: error.cause,
  });
}

/**
 * Returns `truncated` or `damaged`, or `unreadable_file` if no damage was found. Returns undefined if the
 * file does not look like a file of `source`.
 */
async function damageOf(file: string, source: Format, log: string): Promise<Damage | undefined> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const read = (position: number, length: number) => readAt(handle, position, length);
    const head = await read(0, 4096);
    if (!looksLike(source, await detectOpen(handle.fd, size), head.toString('latin1'))) return undefined;
    if ((await endsEarly(source.ext, { size, read })) ?? says.truncated.test(log)) return 'truncated';
    return says.damaged.test(log) ? 'damaged' : 'unreadable_file';
  } finally {
    await handle.close();
  }
}

/** Whether the beginning of the file looks like a file in the format `source`. */
export function looksLike(source: Format, { certain, candidates, isText }: Detection, head: string): boolean {
  const isOne = candidates.some((one) => one === source || one.ext === source.inside?.container);
  if (certain && isOne) return true;
  if (source.magic ?? source.inside)
    return source.magicOptional === true && candidates.length === 0 && !isText;
  const begins = beginnings[source.mime.includes('json') ? 'json' : source.mime.includes('xml') ? 'xml' : ''];
  // Text with a few damaged bytes still counts as text.
  return begins ? begins.test(head) : isText || textShare(head) > 0.25;
}

const textShare = (head: string) =>
  head.replaceAll(/[^\t\n\r -~]/g, '').trim().length / Math.max(1, head.length);

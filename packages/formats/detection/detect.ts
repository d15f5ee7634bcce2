/** Detects the format of a file from its content, and whether its name contradicts the content. */
import { fromHex, indexOf } from './bytes.ts';
import { containers, type ContainerName } from './containers.ts';
import type { FileBytes } from './file-bytes.ts';
import type { Format } from '../format.ts';
import { formatOfFileName, formats, namesakeOfFileName } from '../index.ts';
import { headBytes, longestMatch, parseMagic } from './magic.ts';
import { isAllText, textFormat } from './text.ts';
import { hasZipEnd, zipEnd } from './zip.ts';

export interface Detection {
  /** The most likely format, if any. */
  format: Format | undefined;
  /** All formats that the content matches, most likely first. The list is empty if no format is recognised. */
  candidates: readonly Format[];
  /** Whether a signature matched. Without a matching signature, the format is guessed from the text. */
  certain: boolean;
  /** Whether the content can be read as text, even if a signature matched. */
  isText: boolean;
  /** Whether the file ends like a zip. A zip may begin with any data, because readers start at its end. */
  endsAsZip: boolean;
}

const rows = formats
  .map((format) => ({ format, signatures: parseMagic(format.magic) }))
  .filter(({ signatures }) => signatures.length > 0);

/**
 * Detects the format of a file of `size` bytes. Reads the beginning and the end of the file, and the directory if the
 * file is a container.
 */
export async function detectIn({ size, read }: Pick<FileBytes, 'size' | 'read'>): Promise<Detection> {
  const head = await read(0, Math.min(size, headBytes));
  const view = { head, end: await zipEnd({ size, read }), size, read };
  const inContainer = await formatsInContainer(view);
  const matching = rows
    .map(({ format, signatures }) => ({ format, length: longestMatch(head, signatures) }))
    .filter(({ length }) => length > 0)
    // A longer signature is more specific. For example, a file that begins like PostScript may be a drawing or a font.
    .sort((a, b) => b.length - a.length)
    .map(({ format }) => format);
  const candidates = [...new Set([...inContainer, ...matching])];
  candidates.sort((a, b) => likelihood(head, b) - likelihood(head, a));
  const isText = isAllText(head);
  const endsAsZip = hasZipEnd(view);
  if (candidates.length > 0) return { format: candidates[0], candidates, certain: true, isText, endsAsZip };
  const guess = textFormat(head);
  const format = formats.find(({ ext }) => ext === guess);
  return { format, candidates: format ? [format] : [], certain: false, isText, endsAsZip };
}

/**
 * Returns 1 if `head` contains one of the byte strings in `sign`, -1 if it contains none, and 0 if `sign` is not set.
 */
function likelihood(head: Uint8Array, { sign }: Format): number {
  if (!sign) return 0;
  return sign.some((hex) => indexOf(head, fromHex(hex)) >= 0) ? 1 : -1;
}

async function formatsInContainer(
  view: Parameters<(typeof containers)['zip']['marks']>[0],
): Promise<Format[]> {
  for (const [name, container] of Object.entries(containers) as [
    ContainerName,
    (typeof containers)['zip'],
  ][]) {
    if (!container.is(view.head)) continue;
    const found = await container.marks(view);
    const members = formats.filter(({ inside }) => inside?.container === name);
    const position = positionsIn(
      found,
      members.flatMap(({ inside }) => inside?.marks ?? []),
    );
    // Formats are ranked by the position of their first mark in the file. In an ISO media file, the major brand comes
    // before the compatible brands. If two formats share this mark, the format that has the mark at an earlier place in
    // its list `inside.marks` ranks first. Each format lists its unique marks before shared marks.
    const rank = ({ inside }: Format) =>
      (inside?.marks ?? [])
        .map((mark, n) => [position(mark), n] as const)
        .filter(([at]) => at >= 0)
        .reduce((low, [at, n]) => Math.min(low, at * 1000 + n), Infinity);
    return members
      .map((format) => ({ format, rank: rank(format) }))
      .filter((one) => one.rank < Infinity)
      .sort((a, b) => a.rank - b.rank)
      .map(({ format }) => format);
  }
  return [];
}

/**
 * Returns a function that returns the position of the first name in `found` that matches a mark, or -1.
 * Positions of marks without `*` are computed in advance, because a container may have tens of thousands of
 * names.
 */
function positionsIn(found: readonly string[], marks: readonly string[]): (mark: string) => number {
  const whole = new Map(marks.filter((mark) => !mark.includes('*')).map((mark) => [mark, -1]));
  for (const [at, has] of found.entries()) if (whole.get(has) === -1) whole.set(has, at);
  return (mark) => whole.get(mark) ?? found.findIndex((has) => matches(has, mark));
}

/**
 * Returns whether the name `has` from a container file matches the pattern `mark`: `name*` matches a prefix, and
 * `*name` matches a suffix.
 */
function matches(has: string, mark: string): boolean {
  return mark.startsWith('*') ? has.endsWith(mark.slice(1)) : has.startsWith(mark.slice(0, -1));
}

/** Returns the format for the extension of a file name. If 2 formats share the extension, the content selects one. */
export function formatByName(fileName: string, { candidates }: Detection): Format | undefined {
  const [namesake, named] = [namesakeOfFileName(fileName), formatOfFileName(fileName)];
  const likely = candidates.find((one) => one === namesake || one === named);
  return namesake && likely === namesake ? namesake : named;
}

/**
 * Returns whether the content proves that the file does not have the format `named`, which its file name
 * states.
 */
export function contradicts(named: Format, { certain, candidates, isText }: Detection): boolean {
  if (!certain || candidates.includes(named)) return false;
  // A text file may begin with the signature of another format, for example with OTTO, the signature of OpenType fonts.
  if (isText && !named.magic && !named.inside) return false;
  // If only the container was detected, the file may still have a format that is stored in this container.
  // For example, an EPUB without its mark is detected as a zip.
  return !candidates.every((format) => isContainerOf(format, named));
}

/**
 * Returns whether the file cannot have the format `declared`, which the caller specified. A file cannot have a format
 * if the file lacks the format's mandatory signature and also has another container. Requires more evidence than
 * `contradicts`, because callers declare a format to override a misleading signature.
 */
export function excludes(declared: Format, detection: Detection): boolean {
  const { magic, magicOptional, inside } = declared;
  if (magicOptional || !(magic ?? inside) || !contradicts(declared, detection)) return false;
  const container = inside?.container ?? declared.ext;
  if (container === 'zip' && detection.endsAsZip) return false;
  return !detection.candidates.some((one) => one.inside?.container === container || one.ext === container);
}

/**
 * Returns the probable format of a file that could not be read as `source`. The probable format is another detected
 * format, or a format whose container is `source`. Returns undefined if the file may still have the format `source`.
 */
export function looksLikeAnother(source: Format, detection: Detection): Format | undefined {
  const { certain, candidates, format, isText, endsAsZip } = detection;
  if (!certain || isText || !format || format === source) return undefined;
  if (isContainerOf(source, format)) return format;
  // A zip without its end record is truncated. The original format of a truncated zip may be any zip-based format.
  if (isContainerOf(format, source) && !endsAsZip) return undefined;
  return candidates.includes(source) ? undefined : format;
}

function isContainerOf(outer: Format, inner: Format): boolean {
  return inner.inside?.container === outer.ext;
}

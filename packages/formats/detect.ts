/** What a file is by its content: the formats its bytes could be, and whether a name contradicts them. */
import { open, type FileHandle } from 'node:fs/promises';
import { containers, hasZipEnd, zipEnd, type ContainerName } from './containers.ts';
import type { Format } from './format.ts';
import { formats } from './index.ts';
import { headBytes, longestMatch, signaturesOf } from './magic.ts';
import { isAllText, textFormat } from './text.ts';

export interface Detection {
  /** The likeliest format, where the content tells. */
  format: Format | undefined;
  /** All formats these bytes could be, the likeliest first. Empty when nothing is recognised. */
  candidates: readonly Format[];
  /** A mark that settles it; false for a guess from the look of a text. */
  certain: boolean;
  /** It could be read as text, whatever mark it carries. */
  isText: boolean;
  /** It ends as a zip does, which is read from its end and may begin as anything. */
  endsAsZip: boolean;
}

const marks = formats.map((format) => ({ format, marks: signaturesOf(format.magic) }));

/** Looks at the file at `path`. */
export async function detect(path: string): Promise<Detection> {
  const file = await open(path, 'r');
  try {
    return await detectIn(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

/** Looks at an open file of `size` bytes; reads its beginning, its end and, in a container, its table of contents. */
export async function detectIn(file: FileHandle, size: number): Promise<Detection> {
  const length = Math.min(size, headBytes);
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, 0);
  const head = buffer.subarray(0, bytesRead);
  const look = { head, end: await zipEnd({ size, file }), size, file };
  const inContainer = await lookInside(look);
  const marked = marks
    .map(({ format, marks }) => ({ format, length: longestMatch(head, marks) }))
    .filter(({ length }) => length > 0)
    // A longer mark says more: what begins as PostScript may go on as a drawing or a font.
    .sort((a, b) => b.length - a.length)
    .map(({ format }) => format);
  const candidates = [...new Set([...inContainer, ...marked])];
  candidates.sort((a, b) => likelihood(head, b) - likelihood(head, a));
  const isText = isAllText(head);
  const endsAsZip = hasZipEnd(look);
  if (candidates.length > 0) return { format: candidates[0], candidates, certain: true, isText, endsAsZip };
  const guess = textFormat(head);
  const format = formats.find(({ ext }) => ext === guess);
  return { format, candidates: format ? [format] : [], certain: false, isText, endsAsZip };
}

/** More for who carries its sign, less for who should and does not. */
function likelihood(head: Buffer, { sign }: Format): number {
  if (!sign) return 0;
  return sign.some((hex) => head.includes(Buffer.from(hex, 'hex'))) ? 1 : -1;
}

async function lookInside(look: Parameters<(typeof containers)['zip']['marks']>[0]): Promise<Format[]> {
  for (const [name, container] of Object.entries(containers) as [
    ContainerName,
    (typeof containers)['zip'],
  ][]) {
    if (!container.is(look.head)) continue;
    const found = await container.marks(look);
    // In the order the file names them: a major brand counts before a compatible one. Where formats share a mark,
    // the one that lists it earlier is the likelier: each names its own marks first.
    const rank = (format: Format) => {
      const marks = format.inside?.marks ?? [];
      const places = marks.map((mark, n) => [found.findIndex((has) => matches(has, mark)), n] as const);
      return places
        .filter(([place]) => place >= 0)
        .reduce((low, [place, n]) => Math.min(low, place * 1000 + n), Infinity);
    };
    return formats
      .filter((format) => format.inside?.container === name && rank(format) < Infinity)
      .sort((a, b) => rank(a) - rank(b));
  }
  return [];
}

/** A mark ending in `*` matches any beginning so, one beginning with `*` any ending so. */
function matches(has: string, mark: string): boolean {
  if (mark.startsWith('*')) return has.endsWith(mark.slice(1));
  return mark.endsWith('*') ? has.startsWith(mark.slice(0, -1)) : has === mark;
}

/** Whether a file called a `named` plainly is something else. */
export function contradicts(named: Format, { certain, candidates, isText }: Detection): boolean {
  if (!certain || candidates.includes(named)) return false;
  // A table may begin with OTTO, as some fonts do: no word speaks against a text.
  if (isText && !named.magic && !named.inside) return false;
  // A bare container says nothing against the formats that live in it: an epub whose marker is missing is still a zip.
  return !candidates.every((format) => isContainerOf(format, named));
}

/**
 * Whether a file that is said to be a `told` cannot be one. Less speaks for it than against a name, for what somebody
 * says is the way out where a mark misleads: it must lack the mark that each `told` has, and be in another container.
 */
export function excludes(declared: Format, detection: Detection): boolean {
  const { magic, magicOptional, inside } = declared;
  if (magicOptional || !(magic ?? inside) || !contradicts(declared, detection)) return false;
  const container = inside?.container ?? declared.ext;
  if (container === 'zip' && detection.endsAsZip) return false;
  return !detection.candidates.some((one) => one.inside?.container === container || one.ext === container);
}

/** What a file that could not be read as `source` plainly is instead: another format, or one that lives in `source`. */
export function looksLikeAnother(source: Format, detection: Detection): Format | undefined {
  const { certain, candidates, format, isText, endsAsZip } = detection;
  if (!certain || isText || !format || format === source) return undefined;
  if (isContainerOf(source, format)) return format;
  // Without its end a zip is broken off, and may have been anything that lives in one.
  if (isContainerOf(format, source) && !endsAsZip) return undefined;
  return candidates.includes(source) ? undefined : format;
}

function isContainerOf(outer: Format, inner: Format): boolean {
  return inner.inside?.container === outer.ext;
}

/** The `Range` header (RFC 9110, section 14). */

export interface Range {
  /** Positions of the first and the last byte of the range. The range includes the byte at `end`. */
  start: number;
  end: number;
}

/**
 * Returns the requested range of a file of `size` bytes. Returns 'none' if the range begins after the end of the file.
 * Returns 'whole' if the header is missing or ignored. A server may ignore headers with several ranges, with a unit
 * other than bytes, or with an invalid range.
 */
export function readRange(header: string | undefined, size: number): Range | 'whole' | 'none' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole';
  if (from === '')
    return Number(to) === 0 ? 'none' : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < start) return 'whole';
  return start < size ? { start, end } : 'none';
}

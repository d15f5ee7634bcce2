/** Estimates the quality of a JPEG on libjpeg's scale from its quantization table. */

/** The example luminance table of the JPEG standard, which libjpeg scales. */
const usual = [
  ...[16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56],
  ...[14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92],
  ...[49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99],
];

/**
 * Returns the quality, from 1 to 100, at which the sum of libjpeg's table is closest to the sum of the file's table.
 * Returns undefined if the file has no quantization table.
 */
export function jpegQuality(file: Buffer): number | undefined {
  const sum = tableSum(file);
  if (sum === undefined) return undefined;
  const off = (quality: number) => Math.abs(sumAt(quality) - sum);
  let best = 100;
  for (let quality = 99; quality > 0; quality -= 1) if (off(quality) < off(best)) best = quality;
  return best;
}

function sumAt(quality: number): number {
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return usual.reduce(
    (sum, value) => sum + Math.min(255, Math.max(1, Math.floor((value * scale + 50) / 100))),
    0,
  );
}

/** Returns the sum of the values in table 0, the luminance table, or undefined if the file has none. */
function tableSum(file: Buffer): number | undefined {
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff;) {
    const [marker, length] = [file[at + 1], file.readUInt16BE(at + 2)];
    if (marker === 0xda) return undefined;
    if (marker === 0xdb) {
      for (let table = at + 4; table < at + 2 + length;) {
        const wide = (file[table] ?? 0) >> 4 > 0;
        const values = file.subarray(table + 1, table + 1 + (wide ? 128 : 64));
        if ((file[table] ?? 0) % 16 === 0) return sumOf(values, wide);
        table += 1 + (wide ? 128 : 64);
      }
    }
    at += 2 + length;
  }
  return undefined;
}

function sumOf(values: Buffer, wide: boolean): number | undefined {
  if (values.length < (wide ? 128 : 64)) return undefined;
  let sum = 0;
  for (let n = 0; n < 64; n += 1) sum += wide ? values.readUInt16BE(2 * n) : (values[n] ?? 0);
  return sum;
}

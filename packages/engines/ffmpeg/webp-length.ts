/** The length of an animated WebP, which ffmpeg does not report: it treats the animation as one packet. */

/** Seconds; 0 for a still image. `bytes` is the whole file. */
export function webpSeconds(bytes: Buffer): number {
  let milliseconds = 0;
  // After the header come chunks of a name, a length and that many bytes, padded to an even number.
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'ANMF' && at + 23 <= bytes.length) {
      milliseconds += bytes.readUIntLE(at + 8 + 12, 3);
    }
    at += 8 + length + (length % 2);
  }
  return milliseconds / 1000;
}

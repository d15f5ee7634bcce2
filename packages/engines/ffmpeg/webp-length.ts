/** How long an animated WebP lasts, which ffmpeg does not tell: to it the whole animation is one packet. */

/** Seconds; 0 for anything without movement. `bytes` is the whole file. */
export function webpSeconds(bytes: Buffer): number {
  let milliseconds = 0;
  // After `RIFF`, the length and `WEBP`: chunks of a name, a length and that many bytes, padded to an even number.
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'ANMF' && at + 23 <= bytes.length) {
      milliseconds += bytes.readUIntLE(at + 8 + 12, 3);
    }
    at += 8 + length + (length % 2);
  }
  return milliseconds / 1000;
}

/**
 * Writes lossless JPEG as in Canon's raw files. Each row alternates between two colours, so even and odd columns are
 * separate JPEG channels.
 */

const channels = 2;

/**
 * Number of classes of differences. The class of a difference is the number of bits that the difference needs. Each
 * class has a 4-bit code.
 */
const classes = 15;

export function losslessJpeg(numbers: readonly number[], width: number, bits: number): Buffer {
  const height = numbers.length / width;
  const two = (value: number) => [value >> 8, value & 255];
  const segment = (mark: number, ...data: number[]) => [0xff, mark, 0, data.length + 2, ...data];
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(
      0xc4,
      0,
      ...Array.from({ length: 16 }, (_, n) => (n === 3 ? classes : 0)),
      ...Array(classes).keys(),
    ),
    ...segment(0xc3, bits, ...two(height), ...two(width / channels), channels, 1, 0x11, 0, 2, 0x11, 0),
    // Each value is predicted from the previous value of its channel.
    ...segment(0xda, channels, 1, 0, 2, 0, 1, 0, 0),
    ...packed(numbers, width, bits),
    ...[0xff, 0xd9],
  ]);
}

/**
 * Returns the encoded differences as bytes. Each difference is written as the code of its class, followed by the bits
 * that select the difference within this class. Pads the last byte with ones.
 */
function packed(numbers: readonly number[], width: number, bits: number): number[] {
  const written = numbers.map((value, n) => {
    const above = n < width ? 2 ** (bits - 1) : (numbers[n - width] ?? 0);
    const difference = value - (n % width < channels ? above : (numbers[n - channels] ?? 0));
    const length = Math.abs(difference).toString(2).length * (difference === 0 ? 0 : 1);
    const rest = difference < 0 ? difference + 2 ** length - 1 : difference;
    return length.toString(2).padStart(4, '0') + (length ? rest.toString(2).padStart(length, '0') : '');
  });
  const text = written.join('');
  const bytes = text.padEnd(Math.ceil(text.length / 8) * 8, '1').match(/.{8}/g) ?? [];
  // A zero byte follows each byte 0xFF, which would otherwise begin a marker.
  return bytes.flatMap((byte) => (byte === '11111111' ? [255, 0] : [Number.parseInt(byte, 2)]));
}

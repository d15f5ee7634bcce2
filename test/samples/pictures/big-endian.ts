/** Returns 4-byte big-endian numbers, which most image formats of the samples use. */
export function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) buffer.writeUInt32BE(value, n * 4);
  return buffer;
}

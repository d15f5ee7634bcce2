/** Encodes each number as 4 big-endian bytes, as most image formats of the samples require. */
export function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) buffer.writeUInt32BE(value, n * 4);
  return buffer;
}

/** Numbers of four bytes, the highest first: what most formats that are written by hand here are made of. */
export function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) buffer.writeUInt32BE(value, n * 4);
  return buffer;
}

/** Encodes numbers as big-endian or little-endian bytes, and converts hexadecimal digits to bytes. */

export function be32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, n * 4);
  return bytes;
}

export function le32(...values: readonly number[]): Buffer {
  return Buffer.concat(values.map((value) => be32(value).reverse()));
}

export function be16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [n, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, n * 2);
  return bytes;
}

export function le16(...values: readonly number[]): Buffer {
  return Buffer.concat(values.map((value) => be16(value).reverse()));
}

export const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');

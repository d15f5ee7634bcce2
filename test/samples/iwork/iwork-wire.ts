/** Writes Protocol Buffers messages, and the objects and blocks in which Apple's iWork programs store them. */

/**
 * The value of a field. Numbers become varints, bytes and strings get a length prefix, and a list repeats the field.
 */
export type WireField = number | Buffer | string | readonly (number | Buffer | string)[];

export function message(fields: Readonly<Record<number, WireField>>): Buffer {
  return Buffer.concat(
    Object.entries(fields).flatMap(([number, field]) =>
      (typeof field === 'object' && !Buffer.isBuffer(field) ? field : [field]).map((value) =>
        one(Number(number), value),
      ),
    ),
  );
}

function one(number: number, value: number | Buffer | string): Buffer {
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = Buffer.from(value as string);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

export function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; bytes.length === 0 || left > 0; left = Math.floor(left / 128))
    bytes.push((left % 128) + (left >= 128 ? 128 : 0));
  return Buffer.from(bytes);
}

export const reference = (number: number): Buffer => message({ 1: number });

/**
 * Returns an object with one message. The header before the message contains the identifier of the object, and the type
 * and length of the message.
 */
export function object(number: number, kind: number, payload: Buffer): Buffer {
  const described = message({
    1: number,
    2: message({ 1: kind, 2: Buffer.from([1, 0, 5]), 3: payload.length }),
  });
  return Buffer.concat([varint(described.length), described, payload]);
}

const maxInBlock = 65_536;

/** Returns the data as Snappy blocks, without back references. */
export function blocks(data: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < data.length; at += maxInBlock) {
    const part = data.subarray(at, at + maxInBlock);
    const literal = Buffer.from([61 << 2, (part.length - 1) & 255, (part.length - 1) >> 8]);
    parts.push(block(Buffer.concat([varint(part.length), literal, part])));
  }
  return Buffer.concat(parts);
}

export function block(packed: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(packed.length, 1, 3);
  return Buffer.concat([head, packed]);
}

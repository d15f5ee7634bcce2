/**
 * Decodes MessagePack. Timestamps become instants. For extensions other than timestamps, the bytes are kept and the
 * type is reported.
 *
 * @msgpack/msgpack 3.1.3 is not used, because it does not distinguish 1.0 from 1 and reads maps into objects.
 */
import { ByteReader, onlyValue, lenientText } from '../values/bytes.ts';
import { note, setMember } from '../values/noted.ts';
import { momentAfter1970 } from '../values/shape.ts';
import { textOf } from '../values/untyped.ts';
import { InvalidData, maxLevels, Numeral, type Value, type ValueMap } from '../values/value.ts';

export const readMsgpack = (bytes: Uint8Array): Value => onlyValue(new MsgpackReader(bytes));

const timestampType = -1;

class MsgpackReader {
  readonly #from: ByteReader;

  constructor(bytes: Uint8Array) {
    this.#from = new ByteReader(bytes);
  }

  get left(): number {
    return this.#from.left;
  }

  value(level: number): Value {
    if (level > maxLevels) throw new InvalidData(`nested more than ${maxLevels} levels deep`);
    const head = this.#from.byte();
    if (head < 0x80) return Numeral.of(head);
    if (head >= 0xe0) return Numeral.of(head - 0x100);
    if (head < 0x90) return this.#map(head & 15, level);
    if (head < 0xa0) return this.#list(head & 15, level);
    return head < 0xc0 ? this.#text(head & 31) : this.#sized(head, level);
  }

  #sized(head: number, level: number): Value {
    const from = this.#from;
    switch (head) {
      case 0xc0:
        return null;
      case 0xc2:
      case 0xc3:
        return head === 0xc3;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return new Uint8Array(from.take(from.count(2 ** (head - 0xc4))));
      case 0xc7:
      case 0xc8:
      case 0xc9:
        return this.#extension(from.count(2 ** (head - 0xc7)));
      case 0xca:
        return Numeral.float(from.take(4).readFloatBE());
      case 0xcb:
        return Numeral.float(from.take(8).readDoubleBE());
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#text(from.count(2 ** (head - 0xd9)));
      case 0xdc:
      case 0xdd:
        return this.#list(from.count(head === 0xdc ? 2 : 4), level);
      case 0xde:
      case 0xdf:
        return this.#map(from.count(head === 0xde ? 2 : 4), level);
    }
    if (head >= 0xd4 && head <= 0xd8) return this.#extension(2 ** (head - 0xd4));
    if (head >= 0xcc && head <= 0xcf) return Numeral.of(from.unsigned(2 ** (head - 0xcc)));
    if (head >= 0xd0 && head <= 0xd3) return this.#signed(2 ** (head - 0xd0));
    throw new InvalidData('a byte that cannot begin a value');
  }

  #signed(size: number): Numeral {
    return Numeral.of(BigInt.asIntN(size * 8, this.#from.unsigned(size)));
  }

  #text(length: number): string {
    return lenientText(this.#from.take(length));
  }

  #list(count: number, level: number): Value[] {
    return Array.from({ length: count }, () => this.value(level + 1));
  }

  #map(count: number, level: number): ValueMap {
    const members: ValueMap = new Map();
    for (let n = 0; n < count; n += 1)
      setMember(members, keyText(this.value(level + 1)), this.value(level + 1));
    return members;
  }

  #extension(length: number): Value {
    const type = this.#from.take(1).readInt8();
    const bytes = this.#from.take(length);
    const instant = type === timestampType ? instantIn(bytes) : undefined;
    if (instant === undefined) note('tags_left_out', `extension ${type}`);
    return instant ?? new Uint8Array(bytes);
  }
}

function keyText(key: Value): string {
  if (typeof key === 'string') return key;
  note('keys_as_text', 'keys');
  return key === null ? 'null' : textOf(key);
}

/**
 * Returns the instant of a timestamp, or undefined for a wrong length. A timestamp of 4 bytes contains seconds. A
 * timestamp of 8 bytes contains 30 bits of nanoseconds and 34 bits of seconds. A timestamp of 12 bytes contains 32 bits
 * of nanoseconds and 64 bits of seconds.
 */
function instantIn(bytes: Buffer): Value | undefined {
  if (bytes.length === 4) return instant(BigInt(bytes.readUInt32BE()), 0n);
  if (bytes.length === 8) {
    const both = bytes.readBigUInt64BE();
    return instant(both & 0x3_ffff_ffffn, both >> 34n);
  }
  return bytes.length === 12 ? instant(bytes.readBigInt64BE(4), BigInt(bytes.readUInt32BE())) : undefined;
}

const billion = 1_000_000_000n;

function instant(seconds: bigint, nanos: bigint): Value | undefined {
  return nanos < billion ? momentAfter1970(seconds * billion + nanos, 'instant', 9) : undefined;
}

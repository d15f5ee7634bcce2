/**
 * Reads Apple's binary property list: objects that refer to each other by index into a table of offsets.
 *
 * `bplist-parser` is not used: it returns the real number 1.0 as the integer 1 and moves keys like `2` to the front.
 */
import { setMember } from '../values/noted.ts';
import { textOf } from '../values/untyped.ts';
import { InvalidData, maxLevels, momentOf, Numeral, type Value, type ValueMap } from '../values/value.ts';

const secondsTo2001 = 978_307_200;

/** Reads a binary property list. @throws {@link InvalidData} or a RangeError if the file is damaged. */
export function readBinaryPlist(bytes: Uint8Array): Value {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 40) throw new InvalidData('the file ends too early');
  const trailer = file.subarray(-32);
  const [offsetSize = 0, refSize = 0] = trailer.subarray(6, 8);
  const count = Number(trailer.readBigUInt64BE(8));
  const table = Number(trailer.readBigUInt64BE(24));
  const offsets = unsigned(file, table, count, offsetSize);
  return new Objects(file, offsets, refSize).read(Number(trailer.readBigUInt64BE(16)), 0);
}

function unsigned(file: Buffer, at: number, count: number, size: number): number[] {
  if (size < 1 || size > 6 || at + count * size > file.length)
    throw new InvalidData('the object table is damaged');
  return Array.from({ length: count }, (_, n) => file.readUIntBE(at + n * size, size));
}

class Objects {
  readonly #file: Buffer;
  readonly #offsets: readonly number[];
  readonly #refSize: number;
  #valuesLeft: number;

  constructor(file: Buffer, offsets: readonly number[], refSize: number) {
    this.#file = file;
    this.#offsets = offsets;
    this.#refSize = refSize;
    // Limits the number of values. Objects may be shared, so without a limit a few objects could expand to billions of
    // values.
    this.#valuesLeft = 100_000 + 10 * file.length;
  }

  read(index: number, level: number): Value {
    const at = this.#offsets[index];
    this.#valuesLeft -= 1;
    if (at === undefined || level > maxLevels || this.#valuesLeft < 0)
      throw new InvalidData('too many objects');
    const marker = this.#file.readUInt8(at);
    const kind = marker >> 4;
    if (kind === 0) return singleton(marker);
    if (kind === 1) return this.#integer(at + 1, 2 ** (marker & 15));
    if (kind === 2)
      return Numeral.float(
        (marker & 15) === 2 ? this.#file.readFloatBE(at + 1) : this.#file.readDoubleBE(at + 1),
      );
    if (kind === 3) return instant(this.#file.readDoubleBE(at + 1));
    if (kind === 8)
      return new Map([['CF$UID', Numeral.of(this.#file.readUIntBE(at + 1, (marker & 15) + 1))]]);
    return this.#sized(kind, at, level);
  }

  #integer(at: number, size: number): Numeral {
    // Integers of up to 4 bytes are unsigned, integers of 8 bytes are signed. An integer of 16 bytes contains an
    // unsigned 8-byte value.
    if (size <= 4) return Numeral.of(this.#file.readUIntBE(at, size));
    return Numeral.of(size === 8 ? this.#file.readBigInt64BE(at) : this.#file.readBigUInt64BE(at + 8));
  }

  #sized(kind: number, at: number, level: number): Value {
    const [length, start] = this.#length(at);
    if (kind === 4) return new Uint8Array(this.#slice(start, length));
    if (kind === 5) return this.#slice(start, length).toString('latin1');
    if (kind === 6)
      return Buffer.from(this.#slice(start, length * 2))
        .swap16()
        .toString('utf16le');
    const refs = unsigned(this.#file, start, kind === 13 ? length * 2 : length, this.#refSize);
    if (kind === 10 || kind === 12) return refs.map((ref) => this.read(ref, level + 1));
    if (kind !== 13) throw new InvalidData(`unknown object type ${kind}`);
    const map: ValueMap = new Map();
    for (const [n, key] of refs.slice(0, length).entries()) {
      setMember(map, textOf(this.read(key, level + 1)), this.read(refs[length + n] ?? -1, level + 1));
    }
    return map;
  }

  /**
   * Returns the length of an object and the offset of its content. The length is in the low 4 bits of the marker, or in
   * an integer after the marker.
   */
  #length(at: number): [length: number, start: number] {
    const short = this.#file.readUInt8(at) & 15;
    if (short < 15) return [short, at + 1];
    const size = 2 ** (this.#file.readUInt8(at + 1) & 15);
    return [Number(this.#integer(at + 2, size).text), at + 2 + size];
  }

  #slice(start: number, length: number): Buffer {
    if (start + length > this.#file.length) throw new InvalidData('the file ends too early');
    return this.#file.subarray(start, start + length);
  }
}

function singleton(marker: number): Value {
  if (marker === 8 || marker === 9) return marker === 9;
  if (marker === 0) return null;
  throw new InvalidData(`unknown object type ${marker}`);
}

function instant(seconds: number): Value {
  return momentOf(new Date(Math.round((seconds + secondsTo2001) * 1000)).toISOString());
}

/**
 * Converts a geometry in well-known binary (WKB) to GeoJSON.
 *
 * wkx 0.5.0 is not used, because it accepts counts of any size and is no longer maintained.
 */
import { unsupported } from '../../../contract/reasons.ts';
import { InvalidData, Numeral, type Value } from '../values/value.ts';

const names = [
  '',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];

const deepest = 32;

/**
 * Returns the geometry. If the geometry has measures but no elevations, returns undefined, because GeoJSON readers
 * would interpret the measures as elevations.
 */
export function geometryIn(wkb: Uint8Array): Value | undefined {
  const reader = new WkbReader(Buffer.from(wkb.buffer, wkb.byteOffset, wkb.length));
  const geometry = reader.geometry(0);
  return reader.hasOnlyMeasures ? undefined : geometry;
}

class WkbReader {
  readonly #bytes: Buffer;
  #at = 0;
  #isLittle = true;
  hasOnlyMeasures = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  geometry(depth: number): Value {
    if (depth > deepest) throw new InvalidData('geometries are nested too deep');
    const { name, size } = this.#head();
    const held =
      name === 'GeometryCollection'
        ? (['geometries', this.#list(() => this.geometry(depth + 1))] as const)
        : (['coordinates', this.#coordinates(name, size, depth)] as const);
    return new Map<string, Value>([['type', name], held]);
  }

  /** Reads the type of a geometry and the number of coordinates per position. */
  #head(): { name: string; size: number } {
    this.#isLittle = this.#bytes.readUInt8(this.#at++) === 1;
    const code = this.#uint32();
    if (code & 0x2000_0000) this.#uint32();
    const dimensions = Math.floor((code & 0xffff) / 1000);
    const hasElevation = dimensions === 1 || dimensions === 3 || (code & 0x8000_0000) !== 0;
    const hasMeasure = dimensions >= 2 || (code & 0x4000_0000) !== 0;
    if (hasMeasure && !hasElevation) this.hasOnlyMeasures = true;
    const type = (code & 0xffff) % 1000;
    const name = names[type];
    if (!name) throw unsupported(`WKB geometry type ${type}`);
    return { name, size: 2 + Number(hasElevation) + Number(hasMeasure) };
  }

  #coordinates(name: string, size: number, depth: number): Value {
    const position = () => this.#position(size);
    switch (name) {
      case 'Point':
        return position();
      case 'LineString':
        return this.#list(position);
      case 'Polygon':
        return this.#list(() => this.#list(position));
      default:
        // Each part of a collection is a geometry with a header.
        return this.#list(() => {
          const part = this.#head();
          return this.#coordinates(part.name, part.size, depth + 1);
        });
    }
  }

  /** Reads a position. Returns an empty list if all coordinates are NaN, which means an empty point. */
  #position(size: number): Value[] {
    const numbers = Array.from({ length: size }, () => this.#double());
    return numbers.every(Number.isNaN) ? [] : numbers.map((number) => Numeral.float(number));
  }

  #list(read: () => Value): Value[] {
    const count = this.#uint32();
    if (count > this.#bytes.length - this.#at)
      throw new InvalidData('a declared count exceeds the remaining bytes');
    return Array.from({ length: count }, read);
  }

  #uint32(): number {
    this.#at += 4;
    return this.#isLittle ? this.#bytes.readUInt32LE(this.#at - 4) : this.#bytes.readUInt32BE(this.#at - 4);
  }

  #double(): number {
    this.#at += 8;
    return this.#isLittle ? this.#bytes.readDoubleLE(this.#at - 8) : this.#bytes.readDoubleBE(this.#at - 8);
  }
}

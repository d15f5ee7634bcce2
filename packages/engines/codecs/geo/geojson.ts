/** GeoJSON features (RFC 7946), the intermediate form of all geodata formats. */
import { InvalidData, isList, isMap, Numeral, type Value, type ValueMap } from '../data/values/value.ts';

/** Longitude, latitude and an optional elevation. */
export type Position = readonly Numeral[];

export type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'MultiPoint' | 'LineString'; coordinates: readonly Position[] }
  | { type: 'MultiLineString' | 'Polygon'; coordinates: readonly (readonly Position[])[] }
  | { type: 'MultiPolygon'; coordinates: readonly (readonly (readonly Position[])[])[] }
  | { type: 'GeometryCollection'; geometries: readonly Geometry[] };

export interface Feature {
  id?: Value;
  geometry: Geometry | null;
  properties: ValueMap;
}

/**
 * Returns the features in `value`, which is a collection, a single feature or a geometry. @throws {@link InvalidData}
 * for any other value.
 */
export function featuresIn(value: Value): Feature[] {
  if (!isMap(value)) throw new InvalidData('it is not a GeoJSON object');
  if (value.get('type') === 'FeatureCollection') {
    const features = value.get('features');
    if (!isList(features)) throw new InvalidData('a collection has no list of features');
    return features.map(featureOf);
  }
  if (value.get('type') === 'Feature') return [featureOf(value)];
  return [{ geometry: geometryOf(value), properties: new Map<string, Value>() }];
}

function featureOf(value: Value): Feature {
  if (!isMap(value) || value.get('type') !== 'Feature') throw new InvalidData('invalid feature');
  const [id, geometry, properties] = [value.get('id'), value.get('geometry'), value.get('properties')];
  return {
    ...(id === undefined ? {} : { id }),
    geometry: geometry === null || geometry === undefined ? null : geometryOf(geometry),
    properties: isMap(properties) ? properties : new Map<string, Value>(),
  };
}

function geometryOf(value: Value): Geometry {
  if (!isMap(value)) throw new InvalidData('invalid geometry');
  const [type, at] = [value.get('type'), value.get('coordinates')];
  switch (type) {
    case 'Point':
      return { type, coordinates: position(at) };
    case 'MultiPoint':
    case 'LineString':
      return { type, coordinates: each(at, position) };
    case 'MultiLineString':
    case 'Polygon':
      return { type, coordinates: each(at, (line) => each(line, position)) };
    case 'MultiPolygon':
      return { type, coordinates: each(at, (part) => each(part, (line) => each(line, position))) };
    case 'GeometryCollection':
      return { type, geometries: each(value.get('geometries'), geometryOf) };
    default:
      throw new InvalidData(`unknown geometry type ${typeof type === 'string' ? type : '(not a text)'}`);
  }
}

function each<Item>(value: Value | undefined, read: (item: Value) => Item): Item[] {
  if (!isList(value)) throw new InvalidData('coordinates are not a list');
  return value.map(read);
}

function position(value: Value | undefined): Position {
  if (!isList(value) || value.length < 2 || !value.every((part) => part instanceof Numeral))
    throw new InvalidData('a position does not have 2 or 3 numbers');
  return value;
}

/** Parses a number in XML, which allows more notations than JSON. @throws {@link InvalidData} for other strings. */
export function numeral(text: string): Numeral {
  const plain = Numeral.parse(text.trim());
  if (plain) return plain;
  const double = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(double)) throw new InvalidData(`“${text.slice(0, 40)}” is not a coordinate`);
  return Numeral.of(double);
}

export function toGeoJson(features: readonly Feature[]): Value {
  return new Map<string, Value>([
    ['type', 'FeatureCollection'],
    [
      'features',
      features.map(
        ({ id, geometry, properties }) =>
          new Map<string, Value>([
            ['type', 'Feature'],
            ...(id === undefined ? [] : [['id', id] as const]),
            ['geometry', geometry && geometryValue(geometry)],
            ['properties', properties],
          ]),
      ),
    ],
  ]);
}

function geometryValue(geometry: Geometry): Value {
  const held: [string, Value] =
    geometry.type === 'GeometryCollection'
      ? ['geometries', geometry.geometries.map(geometryValue)]
      : ['coordinates', geometry.coordinates as Value];
  return new Map<string, Value>([['type', geometry.type], held]);
}

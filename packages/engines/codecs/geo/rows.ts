/** Converts features to table rows: a column for each property, and further columns for the position. */
import { textOf } from '../data/values/untyped.ts';
import type { Value } from '../data/values/value.ts';
import type { Feature, Geometry, Position } from './geojson.ts';

/**
 * Returns the features as rows. Points have columns for longitude, latitude and elevation. Geometries other than points
 * are written as well-known text (WKT).
 */
export function rowsOf(features: readonly Feature[]): Value {
  return features.map(({ id, geometry, properties }) => {
    const row = new Map<string, Value>(id === undefined ? [] : [['id', id]]);
    for (const [name, value] of properties) row.set(name, value);
    for (const [name, value] of positionColumns(geometry))
      row.set(row.has(name) ? `${name}_of_place` : name, value);
    return row;
  });
}

function positionColumns(geometry: Geometry | null): [string, Value][] {
  if (geometry === null) return [];
  if (geometry.type !== 'Point') return [['wkt', wellKnownText(geometry)]];
  const names = ['longitude', 'latitude', 'elevation'];
  return geometry.coordinates.slice(0, 3).map((number, n) => [names[n] ?? '', number]);
}

function wellKnownText(geometry: Geometry): string {
  const name = geometry.type.toUpperCase();
  if (geometry.type === 'GeometryCollection')
    return `${name}${brackets(geometry.geometries.map(wellKnownText))}`;
  const dimension = hasHeight(geometry.coordinates) ? ' Z' : '';
  const at = geometry.coordinates as Nested;
  return `${name}${dimension}${dimension && ' '}${isPosition(at) ? `(${point(at)})` : nested(at)}`;
}

type Nested = Position | readonly Nested[];

const brackets = (parts: readonly string[]) => (parts.length === 0 ? ' EMPTY' : `(${parts.join(', ')})`);

const isPosition = (at: Nested): at is Position => at.length > 0 && !Array.isArray(at[0]);

const point = (at: Position) => at.slice(0, 3).map(textOf).join(' ');

function nested(at: Nested): string {
  return isPosition(at) ? point(at) : brackets(at.map(nested));
}

function hasHeight(at: Nested): boolean {
  if (isPosition(at)) return at.length > 2;
  return at.length > 0 && at.every(hasHeight);
}

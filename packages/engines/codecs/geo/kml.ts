/**
 * Reads and writes KML 2. Reads the placemarks in all folders. The names, descriptions, times and extended data of
 * placemarks become properties of features. Styles, overlays, tours and network links are left out with a warning.
 */
import { note } from '../data/values/noted.ts';
import { textOf } from '../data/values/untyped.ts';
import { InvalidData, type Value, type ValueMap } from '../data/values/value.ts';
import {
  childrenNamed,
  escapeAttribute,
  escapeXml,
  forbiddenInXml,
  localName,
  readXml,
  type Element,
} from '../data/text/xmltree.ts';
import { numeral, type Feature, type Geometry, type Position } from './geojson.ts';

const within = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => (localName(child.name) === name ? [child] : within(child, name)));

export function readKml(bytes: Uint8Array): Feature[] {
  const root = readXml(bytes);
  if (localName(root.name) !== 'kml') throw new InvalidData(`<${root.name}> is not the root of KML`);
  noteUnread(root);
  return within(root, 'Placemark').map(placemark);
}

/**
 * Elements that `readKml` reads, and elements that contain them. Elements that are missing in this list cause a
 * warning.
 */
const read = new Set(
  (
    'kml Document Folder Placemark name description address phoneNumber TimeStamp TimeSpan when begin end ExtendedData Data ' +
    'value displayName SchemaData SimpleData Point LineString LinearRing Polygon MultiGeometry Track MultiTrack coord ' +
    'coordinates outerBoundaryIs innerBoundaryIs'
  ).split(' '),
);

function noteUnread(element: Element, holder = ''): void {
  const own = localName(element.name);
  const isTitle = own === 'name' || own === 'description';
  if (!read.has(own)) note('content_left_out', own);
  // Names and descriptions of folders are left out, because a list of features has no folders.
  else if (isTitle && holder !== 'Placemark') note('content_left_out', `${own} of ${holder}`);
  else for (const child of element.children) noteUnread(child, own);
}

function placemark(element: Element): Feature {
  const geometries = geometriesIn(element);
  const [only] = geometries;
  const id = element.attributes.find(([name]) => name === 'id')?.[1];
  return {
    ...(id === undefined ? {} : { id }),
    geometry: geometries.length > 1 ? { type: 'GeometryCollection', geometries } : (only ?? null),
    properties: propertiesOf(element),
  };
}

function propertiesOf(element: Element): ValueMap {
  const held: ValueMap = new Map();
  for (const name of ['name', 'description', 'address', 'phoneNumber']) {
    const [child] = childrenNamed(element, name);
    if (child) held.set(name, child.text);
  }
  for (const [tag, name] of [
    ['when', 'timestamp'],
    ['begin', 'begin'],
    ['end', 'end'],
  ] as const) {
    const times = element.children.filter(({ name: own }) => /^Time(?:Stamp|Span)$/.test(localName(own)));
    const [time] = times.flatMap((one) => childrenNamed(one, tag));
    if (time) held.set(name, time.text);
  }
  for (const data of childrenNamed(element, 'ExtendedData')) {
    for (const item of within(data, 'Data'))
      held.set(nameOf(item), childrenNamed(item, 'value')[0]?.text ?? '');
    for (const item of within(data, 'SimpleData')) held.set(nameOf(item), item.text);
  }
  return held;
}

const nameOf = (element: Element) => element.attributes.find(([name]) => name === 'name')?.[1] ?? '';

function geometriesIn(element: Element): Geometry[] {
  return element.children.flatMap((child): Geometry[] => {
    const read = readers[localName(child.name)];
    return read ? [read(child)] : [];
  });
}

const readers: Readonly<Record<string, (element: Element) => Geometry>> = {
  Point: (element) => {
    const [at] = coordinates(element);
    if (!at) throw new InvalidData('a point has no coordinates');
    return { type: 'Point', coordinates: at };
  },
  LineString: (element) => ({ type: 'LineString', coordinates: coordinates(element) }),
  LinearRing: (element) => ({ type: 'LineString', coordinates: coordinates(element) }),
  Polygon: (element) => ({
    type: 'Polygon',
    coordinates: ['outerBoundaryIs', 'innerBoundaryIs'].flatMap((side) =>
      childrenNamed(element, side).flatMap((boundary) =>
        childrenNamed(boundary, 'LinearRing').map(coordinates),
      ),
    ),
  }),
  MultiGeometry: (element) => combined(geometriesIn(element)),
  Track: (element) => ({
    type: 'LineString',
    coordinates: childrenNamed(element, 'coord').map(({ text }) => text.trim().split(/\s+/).map(numeral)),
  }),
  MultiTrack: (element) => combined(geometriesIn(element)),
};

/** Returns a GeoJSON multi-geometry if all geometries have the same type, otherwise a collection. */
function combined(geometries: readonly Geometry[]): Geometry {
  const points = geometries.flatMap((one) => (one.type === 'Point' ? [one.coordinates] : []));
  const lines = geometries.flatMap((one) => (one.type === 'LineString' ? [one.coordinates] : []));
  const areas = geometries.flatMap((one) => (one.type === 'Polygon' ? [one.coordinates] : []));
  if (geometries.length === 0) return { type: 'GeometryCollection', geometries };
  if (points.length === geometries.length) return { type: 'MultiPoint', coordinates: points };
  if (lines.length === geometries.length) return { type: 'MultiLineString', coordinates: lines };
  if (areas.length === geometries.length) return { type: 'MultiPolygon', coordinates: areas };
  return { type: 'GeometryCollection', geometries };
}

function coordinates(element: Element): Position[] {
  const text = childrenNamed(element, 'coordinates')[0]?.text.trim() ?? '';
  if (text === '') throw new InvalidData(`<${element.name}> has no coordinates`);
  // In some files, white space surrounds the commas between coordinates.
  return text
    .replace(/\s*,\s*/g, ',')
    .split(/\s+/)
    .map((position) => {
      const parts = position.split(',').filter((part, n) => n < 2 || part !== '');
      if (parts.length < 2) throw new InvalidData(`“${position.slice(0, 40)}” is not a position`);
      return parts.map(numeral);
    });
}

export function writeKml(features: readonly Feature[]): string {
  const placemarks = features.map(({ id, geometry, properties }) => {
    const attribute = id === undefined ? '' : ` id="${escapeAttribute(clean(id))}"`;
    const inside = [...described(properties), ...(geometry ? [geometryElement(geometry)] : [])];
    return `<Placemark${attribute}>\n${inside.join('\n')}\n</Placemark>`;
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n${placemarks.join('\n')}\n</Document>\n</kml>\n`
  );
}

const clean = (value: Value) => textOf(value).toWellFormed().replace(forbiddenInXml, '\ufffd');

const tagged = (name: string, value: Value) => `<${name}>${escapeXml(clean(value))}</${name}>`;

/** Returns the elements that describe a placemark, in the order that the KML schema requires. */
function described(properties: ValueMap): string[] {
  const rest = new Map(properties);
  const take = (...names: string[]) => {
    const name = names.find((one) => (rest.get(one) ?? null) !== null);
    const value = name === undefined ? undefined : rest.get(name);
    if (name !== undefined) rest.delete(name);
    return value;
  };
  const name = take('name', 'title');
  const address = take('address');
  const phone = take('phoneNumber');
  const description = take('description', 'desc');
  const data = [...rest].filter(([, value]) => value !== null);
  const items = data.map(
    ([key, value]) => `<Data name="${escapeAttribute(clean(key))}">${tagged('value', value)}</Data>`,
  );
  return [
    ...(name === undefined ? [] : [tagged('name', name)]),
    ...(address === undefined ? [] : [tagged('address', address)]),
    ...(phone === undefined ? [] : [tagged('phoneNumber', phone)]),
    ...(description === undefined ? [] : [tagged('description', description)]),
    ...(items.length === 0 ? [] : [`<ExtendedData>${items.join('')}</ExtendedData>`]),
  ];
}

function geometryElement(geometry: Geometry): string {
  switch (geometry.type) {
    case 'Point':
      return `<Point>${coordinatesElement([geometry.coordinates])}</Point>`;
    case 'LineString':
      return `<LineString>${coordinatesElement(geometry.coordinates)}</LineString>`;
    case 'Polygon':
      return polygon(geometry.coordinates);
    case 'MultiPoint':
      return several(geometry.coordinates.map((at) => `<Point>${coordinatesElement([at])}</Point>`));
    case 'MultiLineString':
      return several(
        geometry.coordinates.map((line) => `<LineString>${coordinatesElement(line)}</LineString>`),
      );
    case 'MultiPolygon':
      return several(geometry.coordinates.map(polygon));
    case 'GeometryCollection':
      return several(geometry.geometries.map(geometryElement));
  }
}

const several = (parts: readonly string[]) => `<MultiGeometry>${parts.join('')}</MultiGeometry>`;

function polygon(rings: readonly (readonly Position[])[]): string {
  const sides = rings.map((ring, n) => {
    const side = n === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
    return `<${side}><LinearRing>${coordinatesElement(ring)}</LinearRing></${side}>`;
  });
  return `<Polygon>${sides.join('')}</Polygon>`;
}

function coordinatesElement(places: readonly Position[]): string {
  return `<coordinates>${places.map((at) => at.slice(0, 3).map(textOf).join(',')).join(' ')}</coordinates>`;
}

/**
 * GPX 1.0 and 1.1. Waypoints are points, routes are lines, and tracks are lines or lists of lines. Child elements
 * become properties with the same names. The times of a track become `coordinateProperties.times`. The property
 * `_gpxType` is `rte` for a route and `trk` for a track.
 */
import { note } from '../data/values/noted.ts';
import { textOf } from '../data/values/untyped.ts';
import { InvalidData, isList, isMap, type Value, type ValueMap } from '../data/values/value.ts';
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

export function readGpx(bytes: Uint8Array): Feature[] {
  const root = readXml(bytes);
  if (localName(root.name) !== 'gpx') throw new InvalidData(`<${root.name}> is not the root of GPX`);
  for (const child of root.children) noteUnread(child);
  return [
    ...childrenNamed(root, 'wpt').map(waypoint),
    ...childrenNamed(root, 'rte').map((route) => line(route, [childrenNamed(route, 'rtept')], 'rte')),
    ...childrenNamed(root, 'trk').map((track) =>
      line(
        track,
        childrenNamed(track, 'trkseg').map((segment) => childrenNamed(segment, 'trkpt')),
        'trk',
      ),
    ),
  ];
}

const lines = new Set(['rte', 'trk']);
const points = new Set(['rtept', 'trkpt']);

/** Notes the loss of elements that are not converted. */
function noteUnread({ name, children }: Element): void {
  const own = localName(name);
  for (const child of children) {
    const inner = localName(child.name);
    const isPart = inner === 'trkseg' || points.has(inner);
    if (isPart) noteUnread(child);
    else if (points.has(own) ? inner !== 'ele' && inner !== 'time' : isNestedElement(child))
      note('content_left_out', inner);
  }
  if (own !== 'wpt' && !lines.has(own) && !points.has(own) && own !== 'trkseg') note('content_left_out', own);
}

const isNestedElement = ({ name, children }: Element) => children.length > 0 && localName(name) !== 'link';

/** Returns the text of the child elements by name, without elevations and nested elements. */
function properties(element: Element): ValueMap {
  const held = element.children
    .filter((child) => !isNestedElement(child) && localName(child.name) !== 'ele')
    .map((child): [string, string] => [localName(child.name), textIn(child)]);
  const properties: ValueMap = new Map();
  for (const [name, text] of held.filter(([, one]) => one !== '')) {
    const before = properties.get(name);
    // Several links become a list.
    properties.set(name, before === undefined ? text : [...(isList(before) ? before : [before]), text]);
  }
  return properties;
}

function textIn({ name, text, attributes }: Element): string {
  // The URL of a link is an attribute.
  return localName(name) === 'link' ? (attributes.find(([key]) => key === 'href')?.[1] ?? text) : text;
}

function position(point: Element): Position {
  const attribute = (name: string) => numeral(point.attributes.find(([key]) => key === name)?.[1] ?? '');
  const height = childrenNamed(point, 'ele')[0]?.text;
  return [attribute('lon'), attribute('lat'), ...(height ? [numeral(height)] : [])];
}

function waypoint(point: Element): Feature {
  return { geometry: { type: 'Point', coordinates: position(point) }, properties: properties(point) };
}

function line(element: Element, segments: readonly Element[][], type: 'rte' | 'trk'): Feature {
  const held = properties(element);
  held.set('_gpxType', type);
  const times = segments.map((segment) =>
    segment.map((point) => childrenNamed(point, 'time')[0]?.text ?? null),
  );
  const [onlyTimes = []] = times;
  if (times.flat().some((time) => time !== null))
    held.set('coordinateProperties', new Map([['times', segments.length === 1 ? onlyTimes : times]]));
  const lines = segments.map((segment) => segment.map(position));
  const [only] = lines;
  const geometry: Geometry =
    only && lines.length === 1
      ? { type: 'LineString', coordinates: only }
      : { type: 'MultiLineString', coordinates: lines };
  return { geometry, properties: held };
}

export function writeGpx(features: readonly Feature[]): string {
  const parts = features.flatMap(({ geometry, properties: held }) => (geometry ? write(geometry, held) : []));
  note(
    'content_left_out',
    'features without a geometry',
    features.filter(({ geometry }) => !geometry).length,
  );
  if (parts.length === 0 && features.length > 0) throw new InvalidData('no feature has a geometry');
  // The GPX schema requires this order: waypoints, routes, tracks.
  const ordered = ['<wpt', '<rte', '<trk'].flatMap((kind) => parts.filter((part) => part.startsWith(kind)));
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<gpx version="1.1" creator="Protean" xmlns="http://www.topografix.com/GPX/1/1">\n' +
    `${ordered.join('\n')}\n</gpx>\n`
  );
}

function write(geometry: Geometry, held: ValueMap): string[] {
  switch (geometry.type) {
    case 'Point':
      return [pointElement('wpt', geometry.coordinates, described(held, 'wpt'))];
    case 'MultiPoint':
      return geometry.coordinates.map((at) => pointElement('wpt', at, described(held, 'wpt')));
    case 'LineString':
      return [lineElement([geometry.coordinates], held)];
    case 'MultiLineString':
    case 'Polygon':
      return [lineElement(geometry.coordinates, held)];
    case 'MultiPolygon':
      return geometry.coordinates.map((rings) => lineElement(rings, held));
    case 'GeometryCollection':
      return geometry.geometries.flatMap((part) => write(part, held));
  }
}

/** Descriptive elements of waypoints and lines, in the order of the schema. */
const elements: Readonly<Record<'wpt' | 'line', readonly string[]>> = {
  wpt: ['time', 'name', 'cmt', 'desc', 'src', 'link', 'sym', 'type'],
  line: ['name', 'cmt', 'desc', 'src', 'link', 'type'],
};

const aliases: Readonly<Record<string, readonly string[]>> = {
  desc: ['desc', 'description'],
  name: ['name', 'title'],
};

/** Properties that are written for waypoints and lines. */
const known = { wpt: knownOf('wpt'), line: knownOf('line') };

function knownOf(kind: 'wpt' | 'line'): ReadonlySet<string> {
  const described = elements[kind].flatMap((name) => aliases[name] ?? [name]);
  return new Set([...described, '_gpxType', 'coordinateProperties']);
}

function described(held: ValueMap, kind: 'wpt' | 'line'): string {
  for (const [name, value] of held)
    if (value !== null && !known[kind].has(name)) note('content_left_out', name.slice(0, 40));
  return elements[kind]
    .map((name) => {
      const value = (aliases[name] ?? [name])
        .map((key) => held.get(key))
        .find((one) => (one ?? null) !== null);
      if (value === undefined || value === null) return '';
      if (name === 'link')
        return (isList(value) ? value : [value])
          .map((one) => `<link href="${escapeAttribute(clean(one))}"/>`)
          .join('');
      return `<${name}>${escapeXml(clean(value))}</${name}>`;
    })
    .join('');
}

const clean = (value: Value) => textOf(value).toWellFormed().replace(forbiddenInXml, '\ufffd');

function pointElement(name: string, at: Position, inside: string, time?: Value): string {
  const [longitude, latitude, height] = at.map(textOf);
  const ele = height === undefined ? '' : `<ele>${height}</ele>`;
  const when = time === undefined || time === null ? '' : `<time>${escapeXml(clean(time))}</time>`;
  return `<${name} lat="${latitude}" lon="${longitude}">${ele}${when}${inside}</${name}>`;
}

function lineElement(segments: readonly (readonly Position[])[], held: ValueMap): string {
  const about = described(held, 'line');
  const times = timesOf(held, segments);
  const points = (name: string) =>
    segments.map((segment, s) =>
      segment.map((at, n) => pointElement(name, at, '', times[s]?.[n])).join('\n'),
    );
  if (held.get('_gpxType') === 'rte' && segments.length === 1)
    return `<rte>${about}\n${points('rtept').join('')}\n</rte>`;
  const tracks = points('trkpt').map((segment) => `<trkseg>\n${segment}\n</trkseg>`);
  return `<trk>${about}\n${tracks.join('\n')}\n</trk>`;
}

/** Returns the times of each segment, if each point has a time. */
function timesOf(held: ValueMap, segments: readonly (readonly Position[])[]): Value[][] {
  const along = held.get('coordinateProperties');
  const times = isMap(along) ? along.get('times') : undefined;
  if (!isList(times)) return [];
  const each = segments.length === 1 && !times.every(isList) ? [times] : times;
  const fit = each.every((part, n) => isList(part) && part.length === segments[n]?.length);
  return fit ? (each as Value[][]) : [];
}

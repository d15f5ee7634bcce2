/**
 * Samples of GeoJSON, KML and GPX: two points, a line and an area. The GPX sample has no area, and the KML sample has
 * no times on the line.
 */
import { writeFile } from 'node:fs/promises';
import { python } from '../run.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';

export interface SamplePlace {
  name: string;
  description: string;
  kind: 'point' | 'line' | 'area';
  /** Longitude, latitude and elevation of each point. */
  at: readonly (readonly [number, number, number])[];
  times?: readonly string[];
}

export const sampledPlaces: readonly SamplePlace[] = [
  { name: 'Ærø, "the island"', description: 'a < b & c', kind: 'point', at: [[10.4086, 54.8932, 12.5]] },
  { name: '東京', description: 'far away', kind: 'point', at: [[139.6917, 35.6895, 40]] },
  {
    name: 'The ferry',
    description: 'by sea',
    kind: 'line',
    at: [
      [10.4086, 54.8932, 0],
      [10.52, -54.9, 0.5],
      [-10.6, 55.05, 0],
    ],
    times: ['2024-02-29T07:30:00Z', '2024-02-29T08:00:00Z', '2024-02-29T08:30:00Z'],
  },
  {
    name: 'The field',
    description: 'with a fence',
    kind: 'area',
    at: [
      [10.1, 54.1, 0],
      [10.2, 54.1, 0],
      [10.2, 54.2, 0],
      [10.1, 54.1, 0],
    ],
  },
];

const geojson: SampleMaker = async (file) => {
  const features = sampledPlaces.map(({ name, description, kind, at, times }) => ({
    type: 'Feature',
    geometry: {
      point: { type: 'Point', coordinates: at[0] },
      line: { type: 'LineString', coordinates: at },
      area: { type: 'Polygon', coordinates: [at] },
    }[kind],
    properties: { name, description, ...(times ? { coordinateProperties: { times } } : {}) },
  }));
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
};

/**
 * Makes samples with Python's XML library. `body` is Python code that adds the XML elements of one place to the element
 * `root`.
 */
function xml(namespace: string, root: string, body: string): SampleMaker {
  const program = `
import json, sys, xml.etree.ElementTree as tree
space = '{${namespace}}'
tree.register_namespace('', '${namespace}')
def add(parent, name, text=None, **attributes):
    element = tree.SubElement(parent, space + name, attributes)
    element.text = text
    return element
root = tree.Element(space + '${root}', {'version': '1.1', 'creator': 'samples'} if '${root}' == 'gpx' else {})
for place in json.load(sys.stdin):
${body}
tree.ElementTree(root).write(sys.argv[1], encoding='utf-8', xml_declaration=True)
`;
  return async (file) => void (await python(program, [file], JSON.stringify(sampledPlaces)));
}

const kml = xml(
  'http://www.opengis.net/kml/2.2',
  'kml',
  `    mark = add(add(add(root, 'Document'), 'Folder'), 'Placemark')
    add(mark, 'name', place['name'])
    add(mark, 'description', place['description'])
    at = '\\n'.join(','.join(str(number) for number in one) for one in place['at'])
    inner = {'point': lambda: add(mark, 'Point'), 'line': lambda: add(mark, 'LineString'),
        'area': lambda: add(add(add(mark, 'Polygon'), 'outerBoundaryIs'), 'LinearRing')}[place['kind']]()
    add(inner, 'coordinates', '\\n' + at + '\\n')`,
);

const gpx = xml(
  'http://www.topografix.com/GPX/1/1',
  'gpx',
  `    def point(parent, name, at, time=None):
        element = add(parent, name, lon=str(at[0]), lat=str(at[1]))
        add(element, 'ele', str(at[2]))
        if time: add(element, 'time', time)
        return element
    if place['kind'] == 'area': continue
    element = point(root, 'wpt', place['at'][0]) if place['kind'] == 'point' else add(root, 'trk')
    add(element, 'name', place['name'])
    add(element, 'desc', place['description'])
    if place['kind'] == 'line':
        segment = add(element, 'trkseg')
        for at, time in zip(place['at'], place['times']): point(segment, 'trkpt', at, time)`,
);

export const places: SampleMakers = { geojson, kml, gpx };

/** The oracle of places: every name, description, position and time, read by Python from what the target is. */
import assert from 'node:assert/strict';
import type { Format } from '../../../packages/server/src/formats/format.ts';
import { sampledPlaces, type Place } from '../../samples/places.ts';
import { python } from '../../samples/run.ts';
import type { Claim } from '../oracle.ts';

export function isOfPlaces({ ext }: Format): boolean {
  return ['geojson', 'kml', 'gpx'].includes(ext);
}

type Seen = Omit<Place, 'at' | 'times'> & { at: number[][]; times: string[] | null };

/** Each prints a list of what it has seen; an area in GPX is the line around it. */
const readers: Readonly<Record<string, string>> = {
  geojson: `
value = json.load(open(sys.argv[1], encoding='utf-8'))
assert value['type'] == 'FeatureCollection'
for feature in value['features']:
    held, form = feature['properties'], feature['geometry']
    kind = {'Point': 'point', 'LineString': 'line', 'Polygon': 'area'}[form['type']]
    at = {'point': lambda c: [c], 'line': lambda c: c, 'area': lambda c: c[0]}[kind](form['coordinates'])
    see(held['name'], held.get('description', held.get('desc')), kind, at, held.get('coordinateProperties', {}).get('times'))`,
  kml: `
space = {'k': 'http://www.opengis.net/kml/2.2'}
for mark in tree.parse(sys.argv[1]).getroot().findall('.//k:Placemark', space):
    [(kind, found)] = [(kind, mark.find(path, space)) for kind, path in (('point', 'k:Point'), ('line', 'k:LineString'),
        ('area', 'k:Polygon/k:outerBoundaryIs/k:LinearRing')) if mark.find(path, space) is not None]
    at = [[float(number) for number in one.split(',')] for one in found.findtext('k:coordinates', None, space).split()]
    data = {item.get('name'): item.findtext('k:value', None, space) for item in mark.findall('k:ExtendedData/k:Data', space)}
    times = json.loads(data['coordinateProperties'])['times'] if 'coordinateProperties' in data else None
    see(mark.findtext('k:name', None, space), mark.findtext('k:description', None, space), kind, at, times)`,
  gpx: `
space = {'g': 'http://www.topografix.com/GPX/1/1'}
root = tree.parse(sys.argv[1]).getroot()
where = lambda point: [float(point.get('lon')), float(point.get('lat')), float(point.findtext('g:ele', None, space))]
for element in root.findall('g:wpt', space) + root.findall('g:trk', space):
    points = element.findall('g:trkseg/g:trkpt', space)
    times = [point.findtext('g:time', None, space) for point in points]
    see(element.findtext('g:name', None, space), element.findtext('g:desc', None, space), 'line' if points else 'point',
        [where(point) for point in points or [element]], times if any(times) else None)`,
  csv: `
for row in csv.DictReader(open(sys.argv[1], encoding='utf-8', newline=''), strict=True):
    form = re.fullmatch(r'(LINESTRING|POLYGON) Z \\(+([^()]*)\\)+', row['wkt'])
    at = form[2].split(', ') if form else [f"{row['longitude']} {row['latitude']} {row['elevation']}"]
    times = row.get('coordinateProperties')
    see(row['name'], row.get('description', row.get('desc')), {'L': 'line', 'P': 'area'}[form[1][0]] if form else 'point',
        [[float(number) for number in one.split()] for one in at], json.loads(times)['times'] if times else None)`,
};

export async function checkPlaces(files: readonly string[], { source, target }: Claim): Promise<void> {
  assert.equal(files.length, 1, 'number of files');
  const reader = readers[target.ext === 'json' ? 'geojson' : target.ext];
  assert.ok(reader, `no reader of places in ${target.ext}`);
  const program = `
import csv, json, re, sys, xml.etree.ElementTree as tree
seen = []
def see(name, description, kind, at, times):
    seen.append({'name': name, 'description': description, 'kind': kind, 'at': at, 'times': times})
${reader}
json.dump(seen, sys.stdout)`;
  const { stdout } = await python(program, [files[0] ?? '']);
  const seen = JSON.parse(stdout.toString()) as Seen[];
  const due = sampledPlaces
    .filter(({ kind }) => source.ext !== 'gpx' || kind !== 'area')
    .map(({ times = null, kind, ...place }) => ({
      ...place,
      kind: kind === 'area' && target.ext === 'gpx' ? 'line' : kind,
      times: source.ext === 'kml' ? null : times,
    }));
  assert.deepEqual(seen, due);
}

/**
 * The oracle for places (GeoJSON, KML and GPX). Checks every name, description, position and time, which Python reads
 * from the result.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Format } from '@protean/formats/format.ts';
import { sampledPlaces, type SamplePlace } from '../../../samples/data/places.ts';
import { python } from '../../../samples/run.ts';
import type { Claim } from '../../oracle.ts';
import { wordsOf } from '../documents/document.ts';
import { documentText } from '../documents/document-text.ts';
import { isOfTexts, isTable, rowsIn, textsIn, valueIn, type Plain } from './entries.ts';

export function isOfPlaces({ ext }: Format): boolean {
  return ['geojson', 'kml', 'gpx'].includes(ext);
}

type PlacesReading = Omit<SamplePlace, 'at' | 'times'> & { at: number[][]; times: string[] | null };

/**
 * Maps each target format to a Python program that reads the places of a result. The program `rows` reads all tables.
 * In GPX, an area is stored as a line along its outline.
 */
const readers: Readonly<Record<string, string>> = {
  geojson: `
value = json.load(sys.stdin)
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
  rows: `
for row in json.load(sys.stdin):
    form = re.fullmatch(r'(LINESTRING|POLYGON) Z \\(+([^()]*)\\)+', row['wkt'])
    at = form[2].split(', ') if form else [f"{row['longitude']} {row['latitude']} {row['elevation']}"]
    times = held['times'] if (held := as_json(row.get('coordinateProperties'))) else as_json(row.get('coordinateProperties.times'))
    see(row['name'], row.get('description', row.get('desc')), {'L': 'line', 'P': 'area'}[form[1][0]] if form else 'point',
        [[float(number) for number in one.split()] for one in at], [moment(one) for one in times] if times else None)`,
};

export async function checkPlaces(files: readonly string[], claim: Claim): Promise<void> {
  const { source, target } = claim;
  const [file = '', ...more] = files;
  assert.equal(more.length, 0, 'one file');
  const due = sampledPlaces.filter(({ kind }) => source.ext !== 'gpx' || kind !== 'area');
  if (isOfTexts(target)) return checkTexts(textsIn(await valueIn(file, target)), due);
  if (target.category === 'document') return checkWords(wordsOf(await documentText(file, claim)), due);
  const [reader, input] = isTable(target)
    ? ([readers.rows, await rowsIn(file, target)] as const)
    : ([readers[target.ext] ?? readers.geojson, await held(file, target)] as const);
  assert.deepEqual(
    await see(reader ?? '', file, input),
    due.map(({ times = null, kind, ...place }) => ({
      ...place,
      kind: kind === 'area' && target.ext === 'gpx' ? 'line' : kind,
      times: source.ext === 'kml' ? null : times,
    })),
  );
}

/**
 * Returns the value to pass to the standard input of the format's Python reader. Returns null for KML and GPX, because
 * the Python readers of KML and GPX open the file themselves.
 */
async function held(file: string, target: Format): Promise<Plain> {
  if (target.ext === 'geojson') return JSON.parse(await readFile(file, 'utf8')) as Plain;
  const value = isOfPlaces(target) ? null : await valueIn(file, target);
  // A file of some formats contains a list of lines or documents. If the file contains such a list, the list's only
  // member is returned.
  return Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value;
}

async function see(reader: string, file: string, input: unknown): Promise<PlacesReading[]> {
  const program = `
import datetime, json, re, sys, xml.etree.ElementTree as tree
seen = []
# Typed columns store a time as a number of milliseconds.
def moment(one):
    return datetime.datetime.utcfromtimestamp(one / 1000).isoformat() + 'Z' if isinstance(one, int) else one.replace('.000Z', 'Z')
# A text table such as CSV has a column for each member of a record. Other tables have the record itself, as JSON.
def as_json(cell):
    return json.loads(cell) if isinstance(cell, str) and cell else cell
def see(name, description, kind, at, times):
    seen.append({'name': name, 'description': description, 'kind': kind, 'at': at, 'times': times})
${reader}
json.dump(seen, sys.stdout)`;
  return JSON.parse(
    (await python(program, [file], JSON.stringify(input))).stdout.toString(),
  ) as PlacesReading[];
}

/** Checks every place in order: its name, description and position. */
function checkTexts(texts: readonly string[], due: readonly SamplePlace[]): void {
  let from = 0;
  for (const { name, description, at } of due) {
    const first = Math.min(...[name, ...at.flat().map(String)].map((text) => texts.indexOf(text, from)));
    assert.ok(first >= 0, `“${name}” or where it is is missing in: ${texts.slice(from).join(' | ')}`);
    assert.ok(texts.includes(description, from), `“${description}” is missing`);
    from = first + 1;
  }
}

function checkWords(words: readonly string[], due: readonly SamplePlace[]): void {
  const text = ` ${words.join(' ')} `;
  for (const { name, description, at } of due) {
    for (const piece of [name, ...at.flat().map((number) => String(Math.abs(number)))])
      assert.ok(text.includes(` ${wordsOf(piece).join(' ')} `), `“${piece}” is missing in: ${text}`);
    // The markup of some formats adds words between the words of the description.
    const spelled = new RegExp(` ${wordsOf(description).join('(?: \\p{L}+){0,2} ')} `, 'u');
    assert.match(text, spelled, `“${description}” is missing`);
  }
}

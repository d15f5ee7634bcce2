/** Converts one file of places among GeoJSON, KML and GPX, or into a table of them. A damaged file ends with status 1. */
import { readFile, writeFile } from 'node:fs/promises';
import { csv } from './data/csv.ts';
import { codec as json } from './data/json.ts';
import { checkDepth, InvalidData } from './data/value.ts';
import { ending, readable } from './ending.ts';
import { featuresIn, toGeoJson, type Feature } from './places/geojson.ts';
import { readGpx, writeGpx } from './places/gpx.ts';
import { readKml, writeKml } from './places/kml.ts';
import { rowsOf } from './places/rows.ts';
import { readStep } from './step.ts';

const { input, output, from, to, options } = readStep();

const readers: Readonly<Record<string, (bytes: Uint8Array) => Feature[]>> = {
  geojson: (bytes) => {
    const value = json.read(bytes);
    checkDepth(value);
    return featuresIn(value);
  },
  kml: readKml,
  gpx: readGpx,
};

const writers: Readonly<Record<string, (features: readonly Feature[]) => string | Uint8Array>> = {
  geojson: (features) => json.write(toGeoJson(features), options),
  json: (features) => json.write(toGeoJson(features), options),
  kml: writeKml,
  gpx: writeGpx,
  csv: (features) => csv.write(rowsOf(features), options),
};

const [reader, writer] = [readers[from], writers[to]];
if (!reader || !writer) throw new Error(`no way from ${from} to ${to}`);
await ending(async () => {
  const bytes = await readFile(input);
  await writeFile(output, writer(await readable(from, () => someOf(reader(bytes)))));
});

function someOf(features: Feature[]): Feature[] {
  if (features.length === 0) throw new InvalidData('there are no places in it');
  return features;
}

/** Converts geodata between GeoJSON, KML and GPX, or to a table. Exits with status 1 for a damaged file. */
import { readFile, writeFile } from 'node:fs/promises';
import { codec as json } from '../data/text/json.ts';
import { checkDepth } from '../data/values/value.ts';
import { writing } from '../data/writing.ts';
import { withExitStatus, readable } from '../data/exit.ts';
import { featuresIn, toGeoJson, type Feature } from './geojson.ts';
import { readGpx, writeGpx } from './gpx.ts';
import { readKml, writeKml } from './kml.ts';
import { rowsOf } from './rows.ts';
import { readStep } from '../../contract/step.ts';

const step = readStep<{ rows?: boolean }>();
const { input, output, from, to, options, rows = false } = step;

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
};

const reader = readers[from];
if (!reader) throw new Error(`no reader of ${from}`);
await withExitStatus(step, async () => {
  const bytes = await readFile(input);
  const features = await readable(from, () => reader(bytes));
  const written = rows ? undefined : writers[to]?.(features);
  if (written === undefined) await (await writing(to, options))(output, rowsOf(features));
  else await writeFile(output, written);
});

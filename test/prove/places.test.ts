import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { format } from '@protean/formats';
import { Samples } from '../samples/samples.ts';
import { checkPlaces } from './oracles/data/places.ts';

const changes: readonly (readonly [RegExp, string])[] = [
  [/54\.8932/, '54.8933'],
  [/The ferry/, 'A ferry'],
  [/by sea/, ''],
  [/-54\.9/, '54.9'],
  [/08:30:00/, '08:30:01'],
  [/12\.5/, '0'],
];

test('checkPlaces rejects a GeoJSON, GPX or KML result that is truncated or wrong', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-places-'));
  const samples = new Samples(dir);
  try {
    for (const ext of ['geojson', 'gpx', 'kml']) {
      const claim = { source: format(ext), target: format(ext), writer: 'geo', loses: [] };
      const good = await readFile(await samples.get(ext), 'utf8');
      const check = async (text: string) => {
        const file = path.join(dir, `result.${ext}`);
        await writeFile(file, text);
        await checkPlaces([file], claim);
      };
      await check(good);
      // The KML sample has no times.
      for (const [from, to] of ext === 'kml'
        ? changes.filter(([{ source }]) => source !== '08:30:00')
        : changes) {
        assert.match(good, from);
        await assert.rejects(check(good.replace(from, to)), `${ext}: ${from.source}`);
      }
      await assert.rejects(check(good.slice(0, -40)), ext);
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

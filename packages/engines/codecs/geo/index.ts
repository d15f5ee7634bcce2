/** Converts between GeoJSON, KML and GPX, and from these formats to tables. */
import { defineEngine, isRunnerFault } from '../../contract/engine.ts';
import { rowCommands, rowEdges, rowEnv, rowNeeds, rowMounts } from '../data/values/row-edges.ts';

const places = ['geojson', 'kml', 'gpx'];

export const geo = defineEngine({
  id: 'geo',
  title: 'Protean geodata reader',
  singleThreaded: true,
  needs: rowNeeds,
  mounts: rowMounts,
  edges: [
    { reads: places, writes: ['geojson', 'json'], cost: 1, options: ['indent'] },
    { reads: places, writes: ['kml'], cost: 1 },
    // GPX has no areas, so an area becomes its outline.
    { reads: places, writes: ['gpx'], cost: 1, loses: ['structure'] },
    ...rowEdges(places),
  ],
  command: (step) => rowCommands('codecs/geo/runner.ts', step),
  env: rowEnv,
  isEngineFault: isRunnerFault,
});

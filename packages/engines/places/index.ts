/** Our own readers and writers of places: GeoJSON, KML and GPX among each other, and as tables. */
import { defineEngine, isRunnerFault } from '../runtime/engine.ts';
import { rowCommands, rowEdges, rowEnv, rowNeeds, rowShows } from '../data/row-edges.ts';

const places = ['geojson', 'kml', 'gpx'];

export const placesOnMaps = defineEngine({
  id: 'places',
  title: 'Protean’s own reader of places',
  singleThreaded: true,
  needs: rowNeeds,
  mounts: rowShows,
  edges: [
    { reads: places, writes: ['geojson', 'json'], cost: 1, options: ['indent'] },
    { reads: places, writes: ['kml'], cost: 1 },
    // Of an area it keeps the line around it.
    { reads: places, writes: ['gpx'], cost: 1, loses: ['structure'] },
    ...rowEdges(places),
  ],
  command: (step) => rowCommands('places/runner.ts', step),
  env: rowEnv,
  isEngineFault: isRunnerFault,
});

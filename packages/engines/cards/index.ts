/** Our own reader of calendars and address books: to JSON, tables and plain text. */
import { defineEngine, isRunnerFault } from '../runtime/engine.ts';
import { sameFormatEdges } from '../runtime/same-format.ts';
import { rowCommands, rowEdges, rowEnv, rowNeeds, rowShows } from '../data/row-edges.ts';

const cards = ['ics', 'vcf'];

export const cardsOfPeople = defineEngine({
  id: 'cards',
  title: 'Protean’s own reader of calendars and contacts',
  singleThreaded: true,
  needs: rowNeeds,
  mounts: rowShows,
  edges: [
    { reads: cards, writes: ['json'], cost: 1, options: ['indent'] },
    { reads: cards, writes: ['txt'], cost: 1 },
    ...rowEdges(cards),
    ...sameFormatEdges('cards'),
  ],
  command: (step) => rowCommands('cards/runner.ts', step),
  env: rowEnv,
  isEngineFault: isRunnerFault,
});

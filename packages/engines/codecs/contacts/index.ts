/** Converts calendars and address books to JSON, tables and plain text. */
import { defineEngine, isRunnerFault } from '../../contract/engine.ts';
import { sameFormatEdges } from '../../shared/runner/same-format.ts';
import { rowCommands, rowEdges, rowEnv, rowNeeds, rowMounts } from '../data/values/row-edges.ts';

const cards = ['ics', 'vcf'];

export const contacts = defineEngine({
  id: 'contacts',
  title: 'Protean calendar and contact reader',
  singleThreaded: true,
  needs: rowNeeds,
  mounts: rowMounts,
  edges: [
    { reads: cards, writes: ['json'], cost: 1, options: ['indent'] },
    { reads: cards, writes: ['txt'], cost: 1 },
    ...rowEdges(cards),
    ...sameFormatEdges('contacts'),
  ],
  command: (step) => rowCommands('codecs/contacts/runner.ts', step),
  env: rowEnv,
  isEngineFault: isRunnerFault,
});

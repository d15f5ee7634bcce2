/** Our own reader of calendars and address books: into data, tables, and texts to read. */
import { defineEngine, isHostMistake } from './engine.ts';
import { hostCommand } from './host.ts';

const cards = ['ics', 'vcf'];

export const cardsOfPeople = defineEngine({
  id: 'cards',
  title: 'Protean’s own reader of calendars and contacts',
  needs: [{ command: '/usr/lib/python3/dist-packages/openpyxl/__init__.py', debian: 'python3-openpyxl' }],
  edges: [
    { reads: cards, writes: ['json'], cost: 1, options: ['indent'] },
    { reads: cards, writes: ['csv', 'html', 'md', 'txt'], cost: 1 },
    { reads: cards, writes: ['xlsx'], cost: 2 },
  ],
  command: (step) => {
    if (step.to !== 'xlsx') return hostCommand('cards.ts', step);
    const rows = `${step.work}/rows.json`;
    return [
      hostCommand('cards.ts', { ...step, to: 'rows', output: rows }),
      hostCommand('workbook.py', { ...step, from: 'json', input: rows }),
    ];
  },
  env: { OPENPYXL_LXML: 'False' },
  brokeDown: isHostMistake,
});

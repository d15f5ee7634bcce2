/** Our own reader of calendars and address books: into data, tables, and texts to read. */
import { defineEngine } from './engine.ts';
import { hostCommand } from './host.ts';

const cards = ['ics', 'vcf'];

export const cardsOfPeople = defineEngine({
  id: 'cards',
  title: 'Protean’s own reader of calendars and contacts',
  needs: [],
  edges: [
    { reads: cards, writes: ['json'], cost: 1, options: ['indent'] },
    { reads: cards, writes: ['csv', 'html', 'md', 'txt'], cost: 1 },
  ],
  command: (step) => hostCommand('cards.ts', step),
  // 70 is what the host ends with when the mistake is its own.
  brokeDown: ({ status }) => status === 70,
});

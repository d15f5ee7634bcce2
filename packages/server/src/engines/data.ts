/** Our own codecs of structured data and tables: any to any in one step, by way of one common value. */
import { defineEngine } from './engine.ts';
import { hostCommand } from './host.ts';

const typed = ['json', 'ndjson', 'json5', 'yaml', 'toml', 'plist', 'msgpack', 'cbor', 'bson'];
const tables = ['csv', 'tsv'];
const untyped = ['xml', 'ini', 'properties', ...tables];

const all = [...typed, ...untyped];
const indented = ['json', 'json5', 'yaml', 'plist'];
const bare = ['ini', 'properties', ...tables];

export const data = defineEngine({
  id: 'data',
  title: 'Protean data codecs',
  needs: [],
  edges: [
    { reads: all, writes: indented, cost: 1, options: ['indent'] },
    { reads: all, writes: ['ndjson', 'toml', 'msgpack', 'cbor', 'bson'], cost: 1 },
    { reads: all, writes: ['xml'], cost: 1, options: ['indent'] },
    // One table becomes the other cell by cell, which is another engine's work.
    { reads: all, writes: bare, cost: 1, except: ['csv>tsv', 'tsv>csv'] },
  ],
  command: (step) => hostCommand('data.ts', step),
  // 70 is what the host ends with when the mistake is its own.
  brokeDown: ({ status }) => status === 70,
});

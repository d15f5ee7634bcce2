/** Our own codecs of structured data and tables: any to any in one step, by way of one common value. */
import { defineEngine, isRunnerFault, runnerCommand, type Step } from '../runtime/engine.ts';
import { optionsWhere, type OptionName } from '../runtime/options.ts';
import { nodeMounts } from '../runtime/mounts.ts';

const typed = ['json', 'ndjson', 'json5', 'yaml', 'toml', 'plist', 'msgpack', 'cbor', 'bson'];
const delimited = ['csv', 'tsv'];
const untyped = ['xml', 'ini', 'properties', ...delimited];
/** Tables whose columns have types. */
const columnar = ['parquet', 'arrow', 'avro'];
/** Several tables in one file. */
const databases = ['sqlite'];

/** Translations, which not every table of data is. */
const catalogues = ['po', 'mo'];

const single = [...typed, ...untyped, ...columnar];
const all = [...single, ...databases];
const indented = ['json', 'json5', 'yaml', 'plist'];
const bare = ['ini', 'properties'];
/** What holds one table: of a database it takes a file a table. */
const oneTable = [...delimited, ...columnar];

function dataOptions(from: string, to: string): readonly OptionName[] {
  return optionsWhere({
    indent: [...indented, 'xml'].includes(to),
    root: to === 'xml',
    delimiter: delimited.includes(from) || delimited.includes(to),
    header: delimited.includes(from) || delimited.includes(to),
    sheet: databases.includes(from) && oneTable.includes(to),
  });
}

export const data = defineEngine({
  id: 'data',
  title: 'Protean data codecs',
  singleThreaded: true,
  knownGood: { from: 'json', to: 'yaml', content: '{}\n' },
  needs: [],
  mounts: nodeMounts,
  edges: [
    { reads: all, writes: indented, cost: 1, options: dataOptions },
    {
      reads: all,
      writes: ['ndjson', 'toml', 'msgpack', 'cbor', 'bson', 'xml', ...bare, ...databases, 'sql'],
      cost: 1,
      options: dataOptions,
    },
    // One table becomes the other cell by cell, which is another engine's work.
    { reads: single, writes: oneTable, cost: 1, except: ['csv>tsv', 'tsv>csv'], options: dataOptions },
    // Settings are no table to look at, and of CSV LibreOffice makes a page.
    { reads: [...typed, 'xml', ...columnar, ...databases], writes: ['html', 'md'], cost: 1 },
    {
      reads: catalogues,
      writes: [...catalogues, ...oneTable, ...databases, 'sql', 'json', 'yaml'],
      cost: 1,
      options: dataOptions,
    },
    { reads: catalogues, writes: ['html', 'md'], cost: 1 },
    { reads: databases, writes: oneTable, cost: 1, many: true, options: dataOptions },
  ],
  command: (step) => runnerCommand('data/runner.ts', step, { split: splits(step) }),
  // A table is held in memory whole; of itself Node takes no more than half of what there is.
  limits: { memory: 1536 * 1024 * 1024 },
  env: { NODE_OPTIONS: '--max-old-space-size=1280' },
  isEngineFault: isRunnerFault,
});

function splits({ from, to }: Step): boolean {
  return databases.includes(from) && oneTable.includes(to);
}

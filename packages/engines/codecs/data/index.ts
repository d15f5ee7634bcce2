/** Our own codecs of structured data and tables: any format to any other in one step, through one common value. */
import { columnar, delimited, indented, settings, typed } from './values/kinds.ts';
import { defineEngine, isRunnerFault, runnerCommand, type Step } from '../../contract/engine.ts';
import { optionsWhere, type OptionName } from '../../contract/options.ts';
import { nodeMounts } from '../../contract/mounts.ts';
import { sameFormatEdges } from '../../shared/runner/same-format.ts';

const untyped = [...settings, ...delimited];
/** Formats that hold several tables in one file. */
const databases = ['sqlite'];

/** Catalogues of translations; other data does not fit into them. */
const catalogues = ['po', 'mo'];

const single = [...typed, ...untyped, ...columnar];
const all = [...single, ...databases];
const bare = ['ini', 'properties'];
/** Formats that hold one table: a database becomes one file per table. */
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
    // Between csv and tsv every field stays as it is written, which the engine `delimited` does.
    { reads: single, writes: oneTable, cost: 1, except: ['csv>tsv', 'tsv>csv'], options: dataOptions },
    // Settings are no table to display, and LibreOffice makes a page of CSV.
    { reads: [...typed, 'xml', ...columnar, ...databases], writes: ['html', 'md'], cost: 1 },
    // In Markdown every field stays as it is written.
    { reads: delimited, writes: ['md'], cost: 1, options: dataOptions },
    {
      reads: catalogues,
      writes: [...catalogues, ...oneTable, ...databases, 'sql', 'json', 'yaml'],
      cost: 1,
      options: dataOptions,
    },
    { reads: catalogues, writes: ['html', 'md'], cost: 1 },
    // LibreOffice, which also finds dates of other spellings and percentages, has no room for a million rows.
    { reads: delimited, writes: ['xlsx'], cost: 2, fallback: true, fromBytes: 10_000_000 },
    { reads: databases, writes: oneTable, cost: 1, many: true, options: dataOptions },
    ...sameFormatEdges('data'),
  ],
  command: (step) => runnerCommand('codecs/data/runner.ts', smallest(step), { split: splits(step) }),
  // A table is held in memory whole, and by default Node takes no more than half of the memory.
  limits: { memory: 1536 * 1024 * 1024 },
  env: { NODE_OPTIONS: '--max-old-space-size=1280' },
  isEngineFault: isRunnerFault,
});

/** Formats whose authors lay out the lines. Their layout changes only if `indent` is given. */
const byLine = ['yaml', 'toml'];

/** The step with `indent` 0 as the default if the source and the target are one format. */
function smallest(step: Step): Step {
  const isWhole = step.from === step.to && !byLine.includes(step.to);
  return isWhole ? { ...step, options: { indent: 0, ...step.options } } : step;
}

function splits({ from, to }: Step): boolean {
  return databases.includes(from) && oneTable.includes(to);
}

/**
 * Protean's codecs for structured data and tables. The codecs convert any format to any other in one step through a
 * common value model.
 */
import { columnar, delimited, indented, settings, typed } from './values/kinds.ts';
import { defineEngine, isRunnerFault, runnerCommand, type Step } from '../../contract/engine.ts';
import { optionsWhere, type OptionName } from '../../contract/options.ts';
import { nodeMounts } from '../../contract/mounts.ts';
import { invoiceFeatures } from '../../shared/invoices/features.ts';
import { sameFormatEdges } from '../../shared/runner/same-format.ts';

const untyped = [...settings, ...delimited];
/** Formats that store several tables in one file. */
const databases = ['sqlite'];

/**
 * Translation catalogues. A catalogue can be converted to other formats, but data from other formats does not fit into
 * a catalogue.
 */
const catalogues = ['po', 'mo'];

const single = [...typed, ...untyped, ...columnar];
const all = [...single, ...databases];
const bare = ['ini', 'properties'];
/** Formats that store one table. A database becomes one file per table. */
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
    // The engine `delimited` converts between csv and tsv, and keeps every field as written.
    { reads: single, writes: oneTable, cost: 1, except: ['csv>tsv', 'tsv>csv'], options: dataOptions },
    // ini and properties are omitted, because settings are not suitable for a table. CSV is omitted, because
    // LibreOffice converts it to pages.
    {
      reads: [...typed, 'xml', ...columnar, ...databases],
      writes: ['html', 'md'],
      cost: 1,
      except: ['xml>html'],
    },
    { reads: ['xml'], writes: ['html'], cost: 1, lacks: invoiceFeatures },
    // The Markdown writer keeps every field as written.
    { reads: delimited, writes: ['md'], cost: 1, options: dataOptions },
    {
      reads: catalogues,
      writes: [...catalogues, ...oneTable, ...databases, 'sql', 'json', 'yaml'],
      cost: 1,
      options: dataOptions,
    },
    { reads: catalogues, writes: ['html', 'md'], cost: 1 },
    // The planned route uses LibreOffice, which detects percentages and more date formats. LibreOffice cannot load a
    // million rows, so for large files the direct edge to xlsx is tried first.
    { reads: delimited, writes: ['xlsx'], cost: 2, fallback: true, fromBytes: 10_000_000 },
    { reads: databases, writes: oneTable, cost: 1, many: true, options: dataOptions },
    ...sameFormatEdges('data'),
  ],
  command: (step) => runnerCommand('codecs/data/runner.ts', smallest(step), { split: splits(step) }),
  // The data codecs keep a whole table in memory. By default, Node limits its heap to half of the available memory, so
  // the heap limit is raised.
  limits: { memory: 1536 * 1024 * 1024 },
  env: { NODE_OPTIONS: '--max-old-space-size=1280' },
  isEngineFault: isRunnerFault,
});

/** Formats in which authors often choose the layout of a file by hand. */
const byLine = ['yaml', 'toml'];

/**
 * Returns the step with its default options. If source and target have the same format, the default of `indent` becomes
 * 0. YAML and TOML are exceptions: their layout changes only if `indent` is given.
 */
function smallest(step: Step): Step {
  const isWhole = step.from === step.to && !byLine.includes(step.to);
  return isWhole ? { ...step, options: { indent: 0, ...step.options } } : step;
}

function splits({ from, to }: Step): boolean {
  return databases.includes(from) && oneTable.includes(to);
}

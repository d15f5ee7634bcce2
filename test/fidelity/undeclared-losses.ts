/**
 * Generates the section of docs/fidelity.md about undeclared losses: content that is missing from a result, although
 * the route does not declare the loss and the conversion gives no warning.
 */
import { knownGaps } from '../prove/differential/known-gaps.ts';

/**
 * Totals of runs of `script/prove --differential`, which compares each result with the rendered pages of its source.
 * Update `last` after a run with all documents.
 */
const runs = {
  first: { commit: '17819f9b', conversions: 1293, losses: 1605, routes: 437, mechanisms: 113 },
  /** Counts of the first run that included all formats and their samples. */
  all: { conversions: 3923, losses: 168, routes: 158, mechanisms: 60 },
  last: { conversions: 4009, losses: 0, routes: 0, mechanisms: 0 },
} as const;

export function undeclaredLosses(): string {
  const { first, all, last } = runs;
  const gaps = knownGaps.reduce((sum, { targets }) => sum + targets.split(' ').length, 0);
  const content =
    gaps === 0 ? 'is currently empty' : `currently lists ${gaps} losses in ${knownGaps.length} rows`;
  return `## Undeclared losses

\`script/prove --differential\` converts documents with content that conversions easily lose. Examples of content that is easily lost are hidden text, list numbers, symbol
fonts, charts, comments, and the durations and colours of subtitles. For each result, \`script/prove --differential\` compares the words, numbers and symbols with the rendered pages of the source. If content is missing, the route's \`loses\` or a warning of the conversion must name the loss.

| run | conversions | undeclared losses | routes | mechanisms |
| --- | --- | --- | --- | --- |
| first run, commit ${first.commit} | ${first.conversions} | ${first.losses} | ${first.routes} | ${first.mechanisms} |
| first run of all formats and samples | ${all.conversions} | ${all.losses} | ${all.routes} | ${all.mechanisms} |
| last run | ${last.conversions} | ${last.losses} | ${last.routes} | ${last.mechanisms} |

A mechanism is one kind of loss: a trait of a source format that is missing or wrong in the results. The first run reported 1817 losses of 135 kinds, but 212 of these losses were errors in the test's oracle. The first row of the table counts the 1605 losses that were not errors in the oracle. In the first run of all formats, 12 of the reported losses were errors in the test's oracle. Known losses are listed with their reasons in
\`test/prove/differential/known-gaps.json\`, which ${content}. A run fails if it finds a loss that \`known-gaps.json\` does not list.

Another test checks the samples of all formats for lost words. Each word that an independent reader finds in a sample must be in the sample's
results. A result must not contain words that are missing from its sample. This test reads the samples and the results with LibreOffice (pages and
cells), html5lib, and Python's Markdown and email packages.
`;
}

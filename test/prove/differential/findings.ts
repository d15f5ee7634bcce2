/**
 * Writes the report of a differential run: the number of undeclared losses, and a table with a row for each combination
 * of source format, trait (content that conversions easily lose) and kind of loss.
 */
import type { Finding, Outcome } from './differential.ts';

/** Findings with the same source format, trait and kind, on one or more routes. */
interface Mechanism {
  source: string;
  trait: string;
  kind: string;
  /** The targets of the affected routes. */
  targets: readonly string[];
  example: string;
}

export function mechanismsOf(outcomes: readonly Outcome[]): Mechanism[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of outcomes.flatMap(({ findings }) => findings)) {
    const { route, trait, kind, detail } = finding;
    const key = [route.source, trait, kind, kind === 'failed' ? detail.slice(0, 80) : ''].join('\t');
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].map((findings) => {
    const [first] = findings;
    return {
      source: first?.route.source ?? '',
      trait: first?.trait ?? '',
      kind: first?.kind ?? '',
      targets: findings.map(({ route }) => route.target),
      example: first?.detail ?? '',
    };
  });
}

/**
 * Returns the report in Markdown: the counts, and a table with a row for each combination of source format, trait and
 * kind of loss.
 */
export function writeFindings(outcomes: readonly Outcome[]): string {
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  const failing = outcomes.filter((outcome) => outcome.findings.length > 0);
  const routes = new Set(failing.map(({ trial: { route } }) => `${route.source}>${route.target}`));
  const mechanisms = mechanismsOf(outcomes);
  const compared = outcomes.reduce((sum, outcome) => sum + outcome.compared.length, 0);
  const known = outcomes.reduce((sum, outcome) => sum + (outcome.known?.length ?? 0), 0);
  return [
    '# Undeclared losses',
    '',
    `${outcomes.length} conversions of trait documents, ${compared} traits compared: ${findings.length} undeclared losses in ${failing.length} conversions of ${routes.size} routes, by ${mechanisms.length} mechanisms (source × trait × kind).${known > 0 ? ` ${known} more are listed in known-gaps.json.` : ''}`,
    '',
    '| source | trait | kind | targets | what |',
    '|---|---|---|---|---|',
    ...mechanisms
      .sort((a, b) => `${a.source} ${a.trait}`.localeCompare(`${b.source} ${b.trait}`))
      .map(
        ({ source, trait, kind, targets, example }) =>
          `| ${source} | ${trait} | ${kind} | ${targets.length}: ${targets.join(' ')} | ${example.replaceAll('|', '·').replaceAll('\n', ' ')} |`,
      ),
    '',
  ].join('\n');
}

/**
 * The list of known gaps: losses that no route declares and that are not fixed yet, each with its reason. A run fails
 * if a listed loss no longer occurs, so that fixed losses are removed from the list.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Finding, Outcome } from './differential.ts';

export interface KnownGap {
  source: string;
  trait: string;
  /** Target formats, separated by spaces. */
  targets: string;
  reason: string;
}

const file = new URL('known-gaps.json', import.meta.url);

export const knownGaps = JSON.parse(readFileSync(file, 'utf8')) as readonly KnownGap[];

/**
 * Removes known gaps from the findings of a conversion, and adds a finding for each known gap that did not occur in
 * this conversion.
 */
export function settle(outcome: Outcome, gaps: readonly KnownGap[]): Outcome {
  const { trial, compared, findings } = outcome;
  const { source, target } = trial.route;
  const here = gaps.filter((gap) => gap.source === source && gap.targets.split(' ').includes(target));
  const isKnown = ({ trait }: Finding) => here.some((gap) => gap.trait === trait);
  const fixed = here
    .filter(({ trait }) => compared.includes(trait) && !findings.some((finding) => finding.trait === trait))
    .map(({ trait }): Finding => ({
      ...trial,
      trait,
      kind: 'fixed',
      detail: 'a known gap is fixed: remove it from known-gaps.json',
    }));
  return {
    ...outcome,
    findings: [...findings.filter((finding) => !isKnown(finding)), ...fixed],
    known: findings.filter(isKnown),
  };
}

/** Returns the gaps without the targets that `findings` reports as fixed. Omits gaps that have no targets left. */
export function withoutFixed(gaps: readonly KnownGap[], findings: readonly Finding[]): KnownGap[] {
  const fixed = new Set(
    findings
      .filter(({ kind }) => kind === 'fixed')
      .map(({ route, trait }) => [route.source, trait, route.target].join('\t')),
  );
  return gaps
    .map((gap) => ({
      ...gap,
      targets: gap.targets
        .split(' ')
        .filter((target) => !fixed.has([gap.source, gap.trait, target].join('\t')))
        .join(' '),
    }))
    .filter(({ targets }) => targets !== '');
}

/** Updates known-gaps.json: removes the gaps that `outcomes` reports as fixed. */
export async function pruneKnownGaps(outcomes: readonly Outcome[]): Promise<void> {
  const left = withoutFixed(
    knownGaps,
    outcomes.flatMap(({ findings }) => findings),
  );
  await writeFile(file, `${JSON.stringify(left, null, 2)}\n`);
}

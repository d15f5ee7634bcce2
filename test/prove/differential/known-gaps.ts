/** Undeclared losses that are known and not fixed yet, each with its reason. A fixed gap fails the run. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Finding, Outcome } from './differential.ts';

export interface KnownGap {
  source: string;
  trait: string;
  /** Names of targets, separated by spaces. */
  targets: string;
  reason: string;
}

const file = new URL('known-gaps.json', import.meta.url);

export const knownGaps = JSON.parse(readFileSync(file, 'utf8')) as readonly KnownGap[];

/** Removes known gaps from the findings, and adds a finding for each gap that the conversion no longer has. */
export function settle(outcome: Outcome, gaps: readonly KnownGap[]): Outcome {
  const { trial, compared, findings } = outcome;
  const { source, target } = trial.route;
  const here = gaps.filter((gap) => gap.source === source && gap.targets.split(' ').includes(target));
  const isKnown = ({ trait }: Finding) => here.some((gap) => gap.trait === trait);
  const mended = here
    .filter(({ trait }) => compared.includes(trait) && !findings.some((finding) => finding.trait === trait))
    .map(({ trait }): Finding => ({
      ...trial,
      trait,
      kind: 'mended',
      detail: 'a known gap is mended: remove it from known-gaps.json',
    }));
  return {
    ...outcome,
    findings: [...findings.filter((finding) => !isKnown(finding)), ...mended],
    known: findings.filter(isKnown),
  };
}

/** The gaps without the targets that `findings` reports as fixed. */
export function withoutMended(gaps: readonly KnownGap[], findings: readonly Finding[]): KnownGap[] {
  const mended = new Set(
    findings
      .filter(({ kind }) => kind === 'mended')
      .map(({ route, trait }) => [route.source, trait, route.target].join('\t')),
  );
  return gaps
    .map((gap) => ({
      ...gap,
      targets: gap.targets
        .split(' ')
        .filter((target) => !mended.has([gap.source, gap.trait, target].join('\t')))
        .join(' '),
    }))
    .filter(({ targets }) => targets !== '');
}

/** Removes the fixed gaps found by a run from the list. */
export async function pruneKnownGaps(outcomes: readonly Outcome[]): Promise<void> {
  const left = withoutMended(
    knownGaps,
    outcomes.flatMap(({ findings }) => findings),
  );
  await writeFile(file, `${JSON.stringify(left, null, 2)}\n`);
}

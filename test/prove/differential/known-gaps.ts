/** Undeclared losses that are known and not mended yet, each with its reason; a gap that is mended fails the run. */
import { readFileSync } from 'node:fs';
import type { Finding, Outcome } from './differential.ts';

export interface KnownGap {
  source: string;
  trait: string;
  /** Names of targets, separated by spaces. */
  targets: string;
  reason: string;
}

export const knownGaps = JSON.parse(
  readFileSync(new URL('known-gaps.json', import.meta.url), 'utf8'),
) as readonly KnownGap[];

/** Takes known gaps out of the findings, and adds a finding for each gap that the conversion no longer has. */
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

/**
 * Runs the differential oracle, which compares the content of documents before and after conversions. Prints each
 * finding that is not a known gap (a loss that is not fixed yet).
 */
import path from 'node:path';
import type { Conversions } from '../../../packages/server/src/convert/run/conversions.ts';
import type { Route } from '../../../packages/server/src/convert/catalogue/planner.ts';
import type { Samples } from '../../samples/samples.ts';
import type { Beginnings } from '../shared-steps.ts';
import { Differential, trialsOf, type Finding, type Outcome } from './differential.ts';
import { traitDocuments } from './documents/index.ts';
import { knownGaps, settle } from './known-gaps.ts';
import { OfficeRendering } from './office-rendering.ts';
import { sampleDocuments } from './sample-documents.ts';

interface Differentials {
  beginnings: Beginnings;
  samples: Samples;
  /**
   * Comma-separated prefixes of the names of the trait documents (source files with known content) to convert. By
   * default, all documents are converted.
   */
  only?: string | undefined;
  dir: string;
  jobs: number;
}

export async function runDifferential(
  parts: Conversions,
  routes: readonly Route[],
  { beginnings, samples, only, dir, jobs }: Differentials,
): Promise<Outcome[]> {
  await using office = await OfficeRendering.start();
  const differential = new Differential(parts, beginnings, office, path.join(dir, 'traits'));
  const documents = [...traitDocuments, ...sampleDocuments(samples, { everyTarget: only !== undefined })];
  const chosen = documents.filter(
    ({ name }) => only === undefined || only.split(',').some((each) => name.startsWith(each)),
  );
  const queue = trialsOf(routes, chosen).values();
  const outcomes: Outcome[] = [];
  const worker = async () => {
    for (const trial of queue) {
      const outcome = settle(await differential.try(trial), knownGaps);
      for (const finding of outcome.findings) console.log(`FAILED ${describe(finding)}`);
      outcomes.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return outcomes;
}

export function describe({ route, document, trait, kind, detail }: Finding): string {
  const way = route.steps.map((step) => `-${step.engine}-> ${step.to}`).join(' ');
  return `${route.source} ${way} [${document.name}${trait && ` ${trait}`}] ${kind}: ${detail}`;
}

/**
 * Plans jobs in a process without engines. Jobs can be planned even if no worker is alive: they stay in the queue until
 * a worker starts.
 */
import { engines } from '@protean/engines';
import { formats } from '@protean/formats';
import { Catalogue, type RouteCatalogue } from '../convert/catalogue/catalogue.ts';
import { withinIsolation } from '../convert/run/conversions.ts';
import type { AnyConverter } from '../convert/run/any-converter.ts';
import { planAhead, planRoute } from '../convert/request/route-plan.ts';
import type { WorkerDirectory } from './directory.ts';

/** The planning functions that are needed to queue a job. */
export type JobPlanner = Pick<AnyConverter, 'plan' | 'planAhead' | 'expectedMs'>;

export function jobPlanner(
  directory: Pick<WorkerDirectory, 'catalogue' | 'size'>,
  converter: Pick<AnyConverter, 'expectedMs'>,
  disabled: ReadonlySet<string>,
): JobPlanner {
  let known: Catalogue | undefined;
  /** Returns the routes of the living workers. If no worker is alive, all engines are assumed to be available. */
  const catalogue = (): RouteCatalogue =>
    directory.size > 0
      ? directory.catalogue
      : (known ??= new Catalogue(formats, withinIsolation('full'), () => true, engines, undefined, disabled));
  return {
    plan: (request, file) => planRoute(catalogue(), request, file),
    planAhead: (request) => planAhead(catalogue(), request),
    expectedMs: (route, bytes) => converter.expectedMs(route, bytes),
  };
}

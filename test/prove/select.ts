/** Which routes a proof run takes: by name, by category, by engine, or a share of them that rotates. */
import type { Route } from '../../packages/server/src/convert/planner.ts';
import { format } from '@protean/formats';

export interface Selection {
  source?: string | undefined;
  target?: string | undefined;
  engine?: string | undefined;
  /** Routes to or from it. */
  category?: string | undefined;
  /** Only routes from a format to itself. */
  same?: boolean;
  /** `k/n`: every n-th route, beginning with the k-th. */
  share?: string | undefined;
}

export function select(
  routes: readonly Route[],
  { source, target, engine, category, same, share }: Selection,
): Route[] {
  const [first = 0, every = 1] = share?.split('/').map(Number) ?? [];
  return routes
    .filter((route) => !source || source.split(',').includes(route.source))
    .filter((route) => !target || target.split(',').includes(route.target))
    .filter((route) => !engine || route.steps.some((step) => step.engine === engine))
    .filter(
      (route) => !category || [route.source, route.target].some((ext) => format(ext).category === category),
    )
    .filter((route) => !same || route.source === route.target)
    .filter((_, n) => n % every === first % every);
}

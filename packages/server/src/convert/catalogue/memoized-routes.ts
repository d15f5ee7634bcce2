/** Memoizes values derived from the route table, which changes as workers connect and disconnect. */
import type { RouteIndex } from './planner.ts';

/** Returns a getter for the current value. The first value of the getter is computed immediately. */
export function memoizedRoutes<Made>(index: Pick<RouteIndex, 'routes'>, make: () => Made): () => Made {
  let { routes } = index;
  let made = make();
  return () => {
    if (index.routes !== routes) {
      ({ routes } = index);
      made = make();
    }
    return made;
  };
}

/** What is made of the routes that are offered, and made anew when they change: they do as workers come and go. */
import type { RouteIndex } from './planner.ts';

/** Returns what gives that of the moment; it is made for the first time at once. */
export function madeOfRoutes<Made>(index: Pick<RouteIndex, 'routes'>, make: () => Made): () => Made {
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

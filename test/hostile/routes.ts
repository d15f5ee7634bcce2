/** The targets that the service offers for a format, and their tools, from the service's own list. */
import { Catalogue } from '../../packages/server/src/convert/catalogue/catalogue.ts';
import { engines } from '@protean/engines';
import { formats } from '@protean/formats';

const routes = new Catalogue(formats, engines).live;

/** Every target of `ext`. */
function targetsOf(ext: string): string[] {
  return routes.targets(ext);
}

/**
 * One target for each chain of tools: all targets that the first tool writes itself, and one for each later tool, because later
 * tools read the same formats.
 */
export function targetsByWay(ext: string): { to: string; steps: number }[] {
  const targets = firstOfEach(targetsOf(ext), (to) => {
    const steps = routes.find(ext, to)?.steps ?? [];
    return steps
      .map(({ engine, to: made }, n) => `${engine} ${n > 0 && n === steps.length - 1 ? '' : made}`)
      .join();
  });
  return targets.map((to) => ({ to, steps: routes.find(ext, to)?.steps.length ?? 0 }));
}

/** One of `targets` for each chain of tools, whatever the intermediate formats. */
export function targetsByTools(ext: string, targets: readonly string[]): string[] {
  return firstOfEach(targets, (to) => {
    const steps = routes.find(ext, to)?.steps;
    return steps ? steps.map(({ engine }) => engine).join() : to;
  });
}

/** One target for each tool that reads the file. */
export function targetsByReader(ext: string): string[] {
  return firstOfEach(targetsOf(ext), (to) => routes.find(ext, to)?.steps[0]?.engine ?? to);
}

function firstOfEach(values: readonly string[], key: (value: string) => string): string[] {
  const found = new Map<string, string>();
  for (const value of values) if (!found.has(key(value))) found.set(key(value), value);
  return [...found.values()];
}

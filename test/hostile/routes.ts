/**
 * Selects a few target formats for a source format. Conversions to the selected formats use every tool that can take
 * part in a conversion of the source format.
 */
import { Catalogue } from '../../packages/server/src/convert/catalogue/catalogue.ts';
import { engines } from '@protean/engines';
import { formats } from '@protean/formats';

const routes = new Catalogue(formats, engines).live;

/** Returns all formats to which `ext` can be converted. */
function targetsOf(ext: string): string[] {
  return routes.targets(ext);
}

/**
 * Returns all formats to which one tool converts `ext` directly, and one target format for each chain of several tools.
 * One target is enough for each chain of tools: the later tools in a chain read only intermediate documents, and all
 * intermediate documents have one of a few formats.
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

/**
 * Returns one of `targets` for each sequence of tools. Two routes that use the same tools in the same order count as
 * one sequence, even if their intermediate formats differ.
 */
export function targetsByTools(ext: string, targets: readonly string[]): string[] {
  return firstOfEach(targets, (to) => {
    const steps = routes.find(ext, to)?.steps;
    return steps ? steps.map(({ engine }) => engine).join() : to;
  });
}

/** Returns one target for each tool that reads the format. */
export function targetsByReader(ext: string): string[] {
  return firstOfEach(targetsOf(ext), (to) => routes.find(ext, to)?.steps[0]?.engine ?? to);
}

function firstOfEach(values: readonly string[], key: (value: string) => string): string[] {
  const found = new Map<string, string>();
  for (const value of values) if (!found.has(key(value))) found.set(key(value), value);
  return [...found.values()];
}

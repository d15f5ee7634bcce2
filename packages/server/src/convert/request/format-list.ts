/** The list of formats, routes and options as every interface shows it (contract §4). */
import { format } from '@protean/formats';
import type { Format } from '@protean/formats/format.ts';
import { fileOptionNames, optionNames, optionSchemas } from '@protean/engines/contract/options.ts';
import type { RouteIndex, Route } from '../catalogue/planner.ts';

/**
 * Returns the list of the given routes, with their formats, options and counts. `languages` are the installed OCR
 * languages.
 */
export function formatList(routes: readonly Route[], languages: readonly string[]) {
  const targets = new Map<string, string[]>();
  for (const { source, target } of routes) {
    targets.set(source, [...(targets.get(source) ?? []), target]);
    if (!targets.has(target)) targets.set(target, []);
  }
  const formats = [...targets].map(([ext, to]) => describeFormat(format(ext), to.sort()));
  return {
    formats: formats.sort((a, b) => (a.ext < b.ext ? -1 : 1)),
    routes: routes.map(describeRoute),
    options: optionsOf(routes),
    languages: [...languages],
    counts: {
      formats: formats.length,
      routes: routes.length,
      categories: new Set(formats.map(({ category }) => category)).size,
    },
  };
}

/**
 * Returns the entry of a format in the list, with all sources that can be converted to the format. Returns undefined if
 * no route has the format as its source or target.
 */
export function describeOneFormat(one: Format, routes: RouteIndex) {
  const targets = routes.targets(one.ext);
  const sources = [...routes.routes.keys()].filter((source) => routes.find(source, one.ext)).sort();
  if (targets.length + sources.length === 0) return undefined;
  return { ...describeFormat(one, targets), sources };
}

/** Returns the entry of a route in the format list, with the JSON schemas of its options. */
export const describeOneRoute = (route: Route) => ({
  route: describeRoute(route),
  options: optionsOf([route]),
});

/** Returns the JSON schemas for the options of `routes`, and for the options that every request accepts. */
function optionsOf(routes: readonly Route[]): Record<string, Record<string, unknown>> {
  const used = optionNames.filter((name) => routes.some((route) => route.options.includes(name)));
  return optionSchemas([...used, ...fileOptionNames]);
}

function describeFormat({ ext, name, category, mime, aliases = [] }: Format, targets: readonly string[]) {
  return { ext, name, category, mime, aliases: [...aliases], targets: [...targets] };
}

function describeRoute({ source, target, steps, loses, options }: Route) {
  return {
    source,
    target,
    steps: steps.map(({ engine, from, to }) => ({ engine, from, to })),
    lossy: loses.length > 0,
    loses: [...loses],
    options: [...options],
  };
}

/**
 * Errors about unknown formats and unsupported pairs of formats. An error message suggests the nearest formats, or an
 * intermediate format that leads to the target with two conversions. The error's details list all targets.
 */
import { format, formatNamed } from '@protean/formats';
import type { Format } from '@protean/formats/format.ts';
import { didYouMean, nearestFormatNames } from '@protean/formats/nearest.ts';
import { ServiceError } from '../../errors.ts';
import type { RouteIndex } from '../catalogue/planner.ts';
import { routeDetails, shortened } from '../catalogue/route-details.ts';

/** Maximum number of formats that a message names. */
const maxNamed = 3;

/** Returns the error for an unknown source, or for an unknown target of a source that is not detected yet. */
export function unknownFormat(field: 'source' | 'target', name: string): ServiceError {
  const nearest = nearestFormatNames(name);
  const advice = nearest.length > 0 ? didYouMean(nearest) : 'GET /v1/formats lists them all.';
  return new ServiceError('unsupported_route', `${unknown(name)} ${advice}`, {
    details: { field, [field]: shortened(name), ...nonEmpty(nearest) },
  });
}

/**
 * Returns the error for a target to which `source` does not convert. `guessed` means that the format was detected from
 * the content.
 */
export function unsupported(
  { format: source, guessed }: { format: Format; guessed: boolean },
  targetName: string,
  routes: RouteIndex,
): ServiceError {
  const target = formatNamed(targetName);
  const { message, nearest, via } = target
    ? unreachable(source, target, routes)
    : misspelled(source, targetName, routes);
  const advice = guessed
    ? ` The content was detected as ${source.ext}. If that is wrong, specify the format in the field "source".`
    : '';
  const targets = routes.targets(source.ext);
  const details = { ...routeDetails(source.ext, targetName), targets, ...nonEmpty(nearest) };
  return new ServiceError('unsupported_route', message + advice, {
    details: via === undefined ? details : { ...details, via },
  });
}

const nonEmpty = (nearest: string[]) => (nearest.length > 0 ? { nearest } : {});

interface Advice {
  message: string;
  /** Nearest valid targets, at most {@link maxNamed}. */
  nearest: string[];
  /** Intermediate format of two conversions that lead from the source to the target. */
  via?: string | undefined;
}

function misspelled(source: Format, name: string, routes: RouteIndex): Advice {
  const nearest = nearestFormatNames(name, routes.targets(source.ext));
  if (nearest.length > 0) return { message: `${unknown(name)} ${didYouMean(nearest)}`, nearest };
  const [other] = nearestFormatNames(name);
  const meant = other === undefined ? '' : `Did you mean ${other}? It is not a target of ${source.ext}. `;
  return { message: `${unknown(name)} ${meant}${someTargets(source, routes)}`, nearest };
}

function unreachable(source: Format, target: Format, routes: RouteIndex): Advice {
  const between = formatsBetween(source, target, routes);
  const [via] = between;
  const ofCategory = byLoss(source, routes).filter(
    (ext) => ext !== source.ext && format(ext).category === target.category,
  );
  const nearest = (ofCategory.length > 0 ? ofCategory : between).slice(0, maxNamed);
  const sentences = [
    `${source.ext} cannot be converted to ${target.ext}.`,
    nearest.length > 0 ? `It can become ${nearest.join(', ')}.` : someTargets(source, routes),
    ...(via === undefined
      ? []
      : [`For ${target.ext}, convert ${source.ext} to ${via} first, and ${via} to ${target.ext}.`]),
  ];
  return { message: sentences.join(' '), nearest, via };
}

/** Returns the formats through which two conversions lead to the target, least loss first. */
function formatsBetween(source: Format, target: Format, routes: RouteIndex): string[] {
  return routes
    .targets(source.ext)
    .filter((via) => via !== source.ext)
    .flatMap((via) => {
      const [first, second] = [routes.find(source.ext, via), routes.find(via, target.ext)];
      if (!first || !second) return [];
      const steps = first.steps.length + second.steps.length;
      return [{ via, cost: first.loses.length + second.loses.length + steps / 10 }];
    })
    .sort((a, b) => a.cost - b.cost)
    .map(({ via }) => via);
}

/** Returns the targets of `source`, least loss first. */
function byLoss(source: Format, routes: RouteIndex): string[] {
  const loss = (target: string) => routes.find(source.ext, target)?.loses.length ?? 0;
  return routes.targets(source.ext).sort((a, b) => loss(a) - loss(b));
}

function someTargets(source: Format, routes: RouteIndex): string {
  const targets = byLoss(source, routes);
  if (targets.length === 0) return `This server cannot convert ${source.ext} to any other format.`;
  const named = targets.slice(0, maxNamed);
  const others = targets.length - named.length;
  const more = others > 0 ? ` and ${others} other formats (details.targets)` : '';
  return `${source.ext} can become ${named.join(', ')}${more}.`;
}

const unknown = (name: string) => `"${shortened(name)}" is not a known format.`;

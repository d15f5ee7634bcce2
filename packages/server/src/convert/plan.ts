/** What is asked for, made sense of: the source told, the route found, its options read; or refused, before anything runs. */
import type { Options } from '@protean/engines/runtime/options.ts';
import { ServiceError } from '../errors.ts';
import { contradicts, detect, excludes } from '@protean/formats/detect.ts';
import type { Format } from '@protean/formats/format.ts';
import { formatNamed, formatOfFileName } from '@protean/formats';
import type { Catalogue } from './catalogue.ts';
import { isolationOption, readIsolationGroup } from './isolation.ts';
import { mismatch } from './mismatch.ts';
import { readOptions } from './options.ts';
import type { Route } from './planner.ts';

export interface ConversionTerms {
  /** The name the caller gave the file; may be empty. */
  fileName: string;
  target: string;
  source?: string;
  options: Readonly<Record<string, unknown>>;
}

export interface ConversionPlan {
  route: Route;
  options: Options;
  /** Of the account's conversions, those that this one may share a box with. */
  isolationGroup: string | undefined;
}

/** Throws `bad_request` or `unsupported_route`; `service_unavailable` where the engine is not installed. */
export async function planFor(
  catalogue: Catalogue,
  asked: ConversionTerms & { file: string },
): Promise<ConversionPlan> {
  return planFrom(catalogue, await sourceOf(asked), asked);
}

/**
 * The same for a file that is still to be fetched; undefined where only its content can tell what it is. What it is
 * named is believed as long as nothing contradicts it.
 */
export function planAhead(catalogue: Catalogue, asked: ConversionTerms): ConversionPlan | undefined {
  const { source, fileName, target } = asked;
  const told = source ? namedSource(source) : formatOfFileName(fileName);
  if (told) return planFrom(catalogue, { format: told, guessed: false }, asked);
  if (!formatNamed(target)) throw unknownFormat('target', target);
  readIsolationGroup(asked.options[isolationOption]);
  return undefined;
}

/** What a file is; `guessed` where nothing but its content said so. */
interface IdentifiedSource {
  format: Format;
  guessed: boolean;
}

function planFrom(
  catalogue: Catalogue,
  source: IdentifiedSource,
  { target, options }: ConversionTerms,
): ConversionPlan {
  const route = routeBetween(catalogue, source, target);
  const { [isolationOption]: group, ...ofRoute } = options;
  return { route, options: readOptions(ofRoute, route), isolationGroup: readIsolationGroup(group) };
}

/** The `source` field, else the file name, else the content (contract §3.3). */
async function sourceOf({
  source,
  file,
  fileName,
}: ConversionTerms & { file: string }): Promise<IdentifiedSource> {
  const said = source ? namedSource(source) : undefined;
  const named = said ?? formatOfFileName(fileName);
  const detection = await detect(file);
  const { format: found } = detection;
  if (named && found && (said ? excludes : contradicts)(named, detection))
    throw mismatch({ named, found, by: said ? 'source' : 'name' });
  const told = named ?? found;
  if (told) return { format: told, guessed: !named };
  throw new ServiceError(
    'bad_request',
    'The kind of file cannot be told from its name or its content. Say what it is in the field "source".',
    { details: { field: 'source', reason: 'unknown_source' } },
  );
}

function routeBetween(
  catalogue: Catalogue,
  { format: source, guessed }: IdentifiedSource,
  targetName: string,
): Route {
  const target = formatNamed(targetName)?.ext ?? shown(targetName);
  const route = catalogue.live.find(source.ext, target);
  if (route) return route;
  const declared = catalogue.declared.find(source.ext, target);
  if (declared) throw engineMissing(declared, catalogue);
  throw unsupported({ format: source, guessed }, target, catalogue.live.targets(source.ext));
}

function namedSource(name: string): Format {
  const known = formatNamed(name);
  if (known) return known;
  throw unknownFormat('source', name);
}

function unknownFormat(field: 'source' | 'target', name: string): ServiceError {
  return new ServiceError(
    'unsupported_route',
    `There is no format called "${shown(name)}". GET /v1/formats lists them all.`,
    {
      details: { field, [field]: shown(name) },
    },
  );
}

const shown = (name: string) => (name.length > 32 ? `${name.slice(0, 32)}…` : name);

function engineMissing(route: Route, catalogue: Catalogue): ServiceError {
  const { source, target } = route;
  return new ServiceError(
    'service_unavailable',
    `Converting ${source} to ${target} needs an engine that is not installed here.`,
    { details: { reason: 'engine_missing', route: { source, target } }, cause: catalogue.missingFor(route) },
  );
}

function unsupported(
  { format: source, guessed }: IdentifiedSource,
  target: string,
  targets: readonly string[],
): ServiceError {
  const can =
    targets.length > 0 ? `It can become: ${targets.join(', ')}.` : 'Nothing can be made of it here.';
  const advice = guessed
    ? ` It was taken for ${source.ext} by its content; if it is not, say what it is in the field "source".`
    : '';
  return new ServiceError(
    'unsupported_route',
    `${source.ext} cannot be converted to ${target}. ${can}${advice}`,
    { details: { source: source.ext, target, targets } },
  );
}

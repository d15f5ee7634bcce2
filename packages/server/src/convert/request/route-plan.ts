/** Plans a conversion: identifies the source, finds the route and reads its options, or refuses before anything runs. */
import { fileOptionNames, type Options, type RequestOptions } from '@protean/engines/contract/options.ts';
import type { Keepable } from '@protean/engines/contract/keepable.ts';
import { ServiceError } from '../../errors.ts';
import { contradicts, excludes, formatByName } from '@protean/formats/detection/detect.ts';
import { detectOpen } from '@protean/formats/detection/detect-file.ts';
import type { Format } from '@protean/formats/format.ts';
import { formatNamed, formatOfFileName, namesakeOfFileName } from '@protean/formats';
import { isOutdated, type RouteCatalogue } from '../catalogue/catalogue.ts';
import { mismatch } from './mismatch.ts';
import { checkLanguages, readOptions, readRequestOptions } from './options.ts';
import type { Edge } from '../catalogue/edges.ts';
import type { Route } from '../catalogue/planner.ts';
import type { Facts } from '@protean/engines/passes/file_info/file-info.ts';
import { canBeTold } from './held-traits.ts';
import { openSourceFile, type SourceFile } from './source-file.ts';
import { atRisk, checkKept } from './must-keep.ts';
import { routeDetails, shortened, withRoute } from '../catalogue/route-details.ts';
import { needsDecoding } from './text-source.ts';

/** Whether an option is taken with each file, whatever its route. */
export const isOfEachFile = (name: string): boolean => fileOptionNames.some((known) => known === name);

/** What a caller asks for, as it was sent. */
export interface ConversionRequest {
  /** The name the caller gave the file; may be empty, never a path. */
  fileName: string;
  /** Empty where it is missing, which is refused. */
  target: string;
  /** The format of the file; unless it is given, the name or the content says. */
  source?: string | undefined;
  options: Readonly<Record<string, unknown>>;
}

/** A request that can be carried out. */
export interface RoutePlan {
  /** The file to convert. */
  file: string;
  /** Of the file. */
  bytes: number;
  fileName: string;
  /** What it was made of: another process makes a plan of its own of it. */
  request: ConversionRequest;
  route: Route;
  /** The steps of the route, and those before and behind it that `options` need. */
  steps: readonly Edge[];
  options: Options;
  /** The options of the request itself. */
  requested: RequestOptions;
  /** Whether the caller said what the file is. */
  sourceDeclared: boolean;
}

/** Reads the facts of the file that is to be converted from the format `ext`; `later` where the process that converts does. */
export type ReadSource = ((ext: string) => Promise<Facts>) | 'later';

/**
 * Throws `bad_request` or `unsupported_route`; `service_unavailable` where the engine is not installed. The file is read by
 * `readSource` where the route may lose what must be kept; without it such a route is refused whatever the file holds.
 */
export async function planRoute(
  catalogue: RouteCatalogue,
  request: ConversionRequest,
  file: string,
  readSource?: ReadSource,
): Promise<RoutePlan> {
  checkTarget(request);
  using opened = openSourceFile(file);
  return await planFrom(
    catalogue,
    await identifySource(catalogue, request, opened),
    request,
    opened,
    readSource,
  );
}

/**
 * The plan of one of several files that become one: of the options those that its route takes. Undefined where the file is
 * of the target's format already and no option changes it. Throws as {@link planRoute} does.
 */
export async function planPart(
  catalogue: RouteCatalogue,
  request: ConversionRequest,
  file: string,
): Promise<RoutePlan | undefined> {
  using opened = openSourceFile(file);
  const source = await identifySource(catalogue, request, opened);
  const isJoined = source.format.ext === request.target;
  if (isJoined && !catalogue.live.find(source.format.ext, request.target)) return undefined;
  const { options } = routeBetween(catalogue, source, request.target);
  const taken = Object.entries(request.options).filter(
    ([name]) => isOfEachFile(name) || options.some((option) => option === name),
  );
  if (isJoined && taken.every(([name]) => isOfEachFile(name))) return undefined;
  return await planFrom(catalogue, source, { ...request, options: Object.fromEntries(taken) }, opened);
}

async function planFrom(
  catalogue: RouteCatalogue,
  source: IdentifiedSource,
  request: ConversionRequest,
  file: SourceFile,
  readSource?: ReadSource,
): Promise<RoutePlan> {
  const { route, ...asked } = findRoute(catalogue, source, request);
  const { must_keep: mustKeep } = asked.requested;
  if (readSource === 'later') checkUntold(mustKeep, route);
  else {
    const readable = atRisk(mustKeep, route).some(canBeTold);
    checkKept(mustKeep, route, readable ? await readSource?.(route.source) : undefined);
  }
  const decode = catalogue.isText(route.source) && (await needsDecoding(file, route.source));
  const steps = catalogue.stepsFor(route, asked.options, decode);
  const sourceDeclared = Boolean(request.source);
  const { path, size: bytes } = file;
  return { file: path, bytes, fileName: request.fileName, request, route, steps, sourceDeclared, ...asked };
}

/**
 * The route for a file that is still to be fetched; undefined where only its content can tell its format. A format that
 * is declared or follows from the name is taken for granted. Throws as {@link planRoute} does.
 */
export function planAhead(catalogue: RouteCatalogue, request: ConversionRequest): Route | undefined {
  checkTarget(request);
  const { source, fileName, target, options } = request;
  const named = namesakeOfFileName(fileName) ? undefined : formatOfFileName(fileName);
  const format = source ? namedSource(source, target) : named;
  if (format) {
    const { route, requested } = findRoute(catalogue, { format, guessed: false }, request);
    checkUntold(requested.must_keep, route);
    return route;
  }
  if (!formatNamed(target)) throw unknownFormat('target', target);
  readRequestOptions(options);
  return undefined;
}

/** Throws `unsupported_route` where the route may lose what no facts of the file could show to be missing. */
function checkUntold(mustKeep: readonly Keepable[], route: Route): void {
  checkKept(
    mustKeep.filter((name) => !canBeTold(name)),
    route,
  );
}

/** Throws `bad_request` where the target is missing. */
export function checkTarget({ target }: Pick<ConversionRequest, 'target'>): void {
  if (target !== '') return;
  const message = 'The field "target" is missing: the format to convert to, such as "pdf".';
  throw new ServiceError('bad_request', message, { details: { field: 'target' } });
}

/** The format of a file; `guessed` where only its content tells it. */
interface IdentifiedSource {
  format: Format;
  guessed: boolean;
}

function findRoute(
  catalogue: RouteCatalogue,
  source: IdentifiedSource,
  request: ConversionRequest,
): Pick<RoutePlan, 'route' | 'options' | 'requested'> {
  const route = routeBetween(catalogue, source, request.target);
  try {
    const requested = readRequestOptions(request.options);
    const options = readOptions(request.options, route);
    checkLanguages(options, catalogue.languages);
    return { route, options, requested };
  } catch (error) {
    throw withRoute(error, route);
  }
}

/** The `source` field, else the file name, else the content (contract §3.3, §3.4). */
async function identifySource(
  catalogue: RouteCatalogue,
  { source, fileName, target }: ConversionRequest,
  { fd, size }: SourceFile,
): Promise<IdentifiedSource> {
  const declared = source ? namedSource(source, target) : undefined;
  // An engine may open what it finds instead of what it is told: a file that may call out needs full isolation.
  if (declared && catalogue.isFullyIsolated) return { format: declared, guessed: false };
  const detection = await detectOpen(fd, size);
  const byName = formatOfFileName(fileName);
  // An animation called .png that is to become a png stays as it is.
  const isWithinName =
    byName !== undefined && byName === formatNamed(target) && detection.candidates.includes(byName);
  const named = declared ?? (isWithinName ? byName : formatByName(fileName, detection));
  const { format: found } = detection;
  if (named && found && (declared ? excludes : contradicts)(named, detection)) {
    const refusal = mismatch({ named, found, by: declared ? 'source' : 'name' });
    throw refusal.withDetails(routeDetails(named.ext, target));
  }
  const format = named ?? found;
  if (format) return { format, guessed: !named };
  throw new ServiceError(
    'bad_request',
    'The format of the file could not be detected from its name or content. Specify it in the field "source".',
    { details: { field: 'source', reason: 'unknown_source' } },
  );
}

function routeBetween(
  catalogue: RouteCatalogue,
  { format: source, guessed }: IdentifiedSource,
  targetName: string,
): Route {
  const target = formatNamed(targetName)?.ext ?? shortened(targetName);
  const route = catalogue.live.find(source.ext, target);
  if (route) return route;
  const declared = catalogue.declared.find(source.ext, target);
  if (declared) throw engineMissing(declared, catalogue);
  if (catalogue.withheld(source.ext, target)) throw withheld(source.ext, target);
  throw unsupported({ format: source, guessed }, target, catalogue.live.targets(source.ext));
}

function namedSource(name: string, target: string): Format {
  const known = formatNamed(name);
  if (known) return known;
  throw unknownFormat('source', name).withDetails(routeDetails(name, target));
}

function unknownFormat(field: 'source' | 'target', name: string): ServiceError {
  return new ServiceError(
    'unsupported_route',
    `Unknown format "${shortened(name)}". GET /v1/formats lists them all.`,
    {
      details: { field, [field]: shortened(name) },
    },
  );
}

function engineMissing(route: Route, catalogue: RouteCatalogue): ServiceError {
  const { source, target } = route;
  const missing = catalogue.missingFor(route);
  const what = missing.every(isOutdated)
    ? 'a newer version of an engine than the installed one'
    : 'an engine that is not installed';
  return new ServiceError('service_unavailable', `Converting ${source} to ${target} needs ${what}.`, {
    details: { reason: 'engine_missing', ...routeDetails(source, target) },
    cause: missing,
  });
}

/** The operator chose weaker isolation, or has no other. */
function withheld(source: string, target: string): ServiceError {
  return new ServiceError(
    'unsupported_route',
    `This server does not convert ${source} to ${target}: ${source} files may refer to other files or run programs, and the isolation of its engines is too weak for that. A server with SANDBOX=required converts them.`,
    { details: { reason: 'isolation', ...routeDetails(source, target) } },
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
    ? ` The content was detected as ${source.ext}. If that is wrong, specify the format in the field "source".`
    : '';
  return new ServiceError(
    'unsupported_route',
    `${source.ext} cannot be converted to ${target}. ${can}${advice}`,
    { details: { ...routeDetails(source.ext, target), targets } },
  );
}

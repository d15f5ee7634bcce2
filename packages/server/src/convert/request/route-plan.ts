/**
 * Plans a conversion: identifies the source, finds the route and reads its options. Invalid requests are refused before
 * anything runs.
 */
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
import { isShownByFileInfo } from './held-traits.ts';
import { openSourceFile, type SourceFile } from './source-file.ts';
import { atRisk, checkKept } from './must-keep.ts';
import { routeDetails, shortened, withRoute } from '../catalogue/route-details.ts';
import { needsDecoding } from './text-source.ts';
import { unknownFormat, unsupported } from './unsupported.ts';

/** Whether an option applies to each file, independently of its route. */
export const isOfEachFile = (name: string): boolean => fileOptionNames.some((known) => known === name);

/** The caller's request, as it was sent. */
export interface ConversionRequest {
  /** Name given by the caller. The file name may be empty, and is never a path. */
  fileName: string;
  /** Target format. Empty if the request specifies no target. A request without a target is rejected. */
  target: string;
  /** Format of the file. By default, the format is detected from the name or the content of the file. */
  source?: string | undefined;
  options: Readonly<Record<string, unknown>>;
}

/** A valid request with its route and steps. */
export interface RoutePlan {
  /** The file to convert. */
  file: string;
  /** Size of the file. */
  bytes: number;
  fileName: string;
  /** The original request, from which another process can make its own plan. */
  request: ConversionRequest;
  route: Route;
  /** The steps of the route, and the additional steps (passes) that `options` need. */
  steps: readonly Edge[];
  options: Options;
  /** Request options, such as `must_keep`. */
  requested: RequestOptions;
  /** Whether the caller declared the source format. */
  sourceDeclared: boolean;
}

/**
 * Reads the file info of the source, which has the format `ext`. The value `later` means that another process reads the
 * file info when it converts the file.
 */
export type ReadSource = ((ext: string) => Promise<Facts>) | 'later';

/**
 * Plans the conversion of `file`. Throws `bad_request` or `unsupported_route`, or `service_unavailable` if an engine is
 * not installed. Calls `readSource` if the route may lose a trait that must be kept. Without `readSource`, refuses
 * every route that may lose a required trait, regardless of the file's content.
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
 * Plans the conversion of one of several files that are merged. Ignores options that the route of the file does not
 * accept. Returns undefined if the file already has the target's format and no option changes it. Throws the errors of
 * {@link planRoute}.
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
  if (readSource === 'later') checkWithoutFileInfo(mustKeep, route);
  else {
    const readable = atRisk(mustKeep, route).some(isShownByFileInfo);
    checkKept(mustKeep, route, readable ? await readSource?.(route.source) : undefined);
  }
  const decode = catalogue.isText(route.source) && (await needsDecoding(file, route.source));
  const steps = catalogue.stepsFor(route, asked.options, decode);
  const sourceDeclared = Boolean(request.source);
  const { path, size: bytes } = file;
  return { file: path, bytes, fileName: request.fileName, request, route, steps, sourceDeclared, ...asked };
}

/**
 * Returns the route for a file that has not been downloaded yet, or undefined if its format must be detected from its
 * content. Trusts a declared format and the format of the file name. Throws the errors of {@link planRoute}.
 */
export function planAhead(catalogue: RouteCatalogue, request: ConversionRequest): Route | undefined {
  checkTarget(request);
  const { source, fileName, target, options } = request;
  const named = namesakeOfFileName(fileName) ? undefined : formatOfFileName(fileName);
  const format = source ? namedSource(source, target) : named;
  if (format) {
    const { route, requested } = findRoute(catalogue, { format, guessed: false }, request);
    checkWithoutFileInfo(requested.must_keep, route);
    return route;
  }
  if (!formatNamed(target)) throw unknownFormat('target', target);
  readRequestOptions(options);
  return undefined;
}

/**
 * Throws `unsupported_route` if the route may lose a trait that must be kept, unless file info can show that a source
 * lacks this trait.
 */
function checkWithoutFileInfo(mustKeep: readonly Keepable[], route: Route): void {
  checkKept(
    mustKeep.filter((name) => !isShownByFileInfo(name)),
    route,
  );
}

/** Throws `bad_request` if the target is missing. */
export function checkTarget({ target }: Pick<ConversionRequest, 'target'>): void {
  if (target !== '') return;
  const message = 'The field "target" is missing: the format to convert to, such as "pdf".';
  throw new ServiceError('bad_request', message, { details: { field: 'target' } });
}

/** The format of a file. `guessed` means that the format was detected from the content. */
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

/** Identifies the format by the `source` field, then by the file name, then by the content (contract §3.3, §3.4). */
async function identifySource(
  catalogue: RouteCatalogue,
  { source, fileName, target }: ConversionRequest,
  { fd, size }: SourceFile,
): Promise<IdentifiedSource> {
  const declared = source ? namedSource(source, target) : undefined;
  // The format that the caller declares is trusted only with full isolation and without disabled formats. An engine may
  // open a file by its actual content instead of the declared format. If every declared format were trusted, a file of
  // a disabled format, or a file that refers to other files, could reach its engine under the name of another format.
  const trustsCaller = catalogue.isFullyIsolated && catalogue.disabled.size === 0;
  if (declared && trustsCaller) return { format: declared, guessed: false };
  const detection = await detectOpen(fd, size);
  const byName = formatOfFileName(fileName);
  // If the name states the same format as the target, and the content may have this format, the name decides. For
  // example, an animated PNG called `.png` counts as PNG if the target is PNG.
  const isWithinName =
    byName !== undefined && byName === formatNamed(target) && detection.candidates.includes(byName);
  const named = declared ?? (isWithinName ? byName : formatByName(fileName, detection));
  const { format: found } = detection;
  if (found) refuseDisabled(catalogue, found.ext, formatNamed(target)?.ext ?? target);
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
  const target = formatNamed(targetName)?.ext ?? targetName;
  const route = catalogue.live.find(source.ext, target);
  if (route) return route;
  refuseDisabled(catalogue, source.ext, target);
  const declared = catalogue.declared.find(source.ext, target);
  if (declared) throw engineMissing(declared, catalogue);
  if (catalogue.withheld(source.ext, target)) throw withheld(source.ext, target);
  throw unsupported({ format: source, guessed }, target, catalogue.live);
}

function namedSource(name: string, target: string): Format {
  const known = formatNamed(name);
  if (known) return known;
  throw unknownFormat('source', name).withDetails(routeDetails(name, target));
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

/** Throws `unsupported_route` if the operator disabled the source or the target. */
function refuseDisabled({ disabled: all }: RouteCatalogue, source: string, target: string): void {
  const disabled = [...new Set([source, target])].filter((ext) => all.has(ext));
  if (disabled.length === 0) return;
  const which = disabled.length === 1 ? 'the format' : 'the formats';
  const be = disabled.length === 1 ? 'is' : 'are';
  throw new ServiceError(
    'unsupported_route',
    `This server does not convert ${shortened(source)} to ${shortened(target)}: ${which} ${disabled.join(' and ')} ${be} disabled by the operator (FORMATS_WITHOUT). Use another format, or try again after an update of the server.`,
    { details: { reason: 'format_disabled', disabled, ...routeDetails(source, target) } },
  );
}

/** Returns the error for a route that the current isolation level does not allow. */
function withheld(source: string, target: string): ServiceError {
  return new ServiceError(
    'unsupported_route',
    `This server does not convert ${source} to ${target}: ${source} files may refer to other files or run programs, and the isolation of its engines is too weak for that. A server with SANDBOX=required converts them.`,
    { details: { reason: 'isolation', ...routeDetails(source, target) } },
  );
}

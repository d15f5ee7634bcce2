/** The whole way of one file: tell what it is, find the route, wait for a turn, perform, and name the result. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Options } from '../engines/options.ts';
import { overloaded, ServiceError } from '../errors.ts';
import { contradicts, detect } from '../formats/detect.ts';
import type { Format } from '../formats/format.ts';
import { format, formatNamed, formatOfFileName, stemOf } from '../formats/formats.ts';
import type { Clock } from '../kit/clock.ts';
import { Slots, SlotsFull } from '../kit/slots.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Catalogue } from './catalogue.ts';
import { readOptions } from './options.ts';
import { outcomeOf, type ConversionOutcome } from './outcome.ts';
import { packResults } from './pack.ts';
import { perform } from './perform.ts';
import type { Route } from './planner.ts';

export interface ConversionRequest {
  /** The uploaded file, in `dir`. */
  file: string;
  /** The conversion's own folder; whatever else is written goes there. */
  dir: string;
  /** The name the caller gave the file; it never reaches a path. */
  fileName: string;
  target: string;
  source?: string;
  options: Readonly<Record<string, unknown>>;
  signal?: AbortSignal;
  /** Who waits for it; the line goes round the callers. */
  caller?: string;
  /** The account whose conversion it is. */
  owner?: string;
  /** Called once it is known that there is such a route with such options, before waiting for a turn. */
  accepted?(): Promise<void>;
}

export interface Conversion {
  /** The result's place on disk. */
  file: string;
  /** What to call it: the caller's name with the new extension. */
  fileName: string;
  mime: string;
  size: number;
  /** Milliseconds of converting, waiting for a turn not counted. */
  ms: number;
  route: Route;
}

/** A conversion that has ended, well or not. */
export interface ConversionEnd {
  route: Route;
  outcome: ConversionOutcome;
  /** Milliseconds in line. */
  waitedMs: number;
  /** Milliseconds from its turn on; undefined when it never came. */
  ms?: number;
}

interface Parts {
  catalogue: Catalogue;
  sandbox: Sandbox;
  clock: Clock;
  conversionsAtOnce: number;
  conversionsWaiting: number;
  conversionMs: number;
}

export class Converter {
  readonly #parts: Parts;
  readonly #slots: Slots;
  readonly #watchers: ((end: ConversionEnd) => void)[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#slots = new Slots(parts.conversionsAtOnce, parts.conversionsWaiting);
  }

  /** Throws {@link ServiceError}; the signal's reason when the caller left. */
  async convert(request: ConversionRequest): Promise<Conversion> {
    const source = await this.#sourceOf(request);
    const route = this.#routeBetween(source, request.target);
    const options = readOptions(request.options, route);
    await request.accepted?.();
    const { clock } = this.#parts;
    const asked = clock.elapsed();
    let began: number | undefined;
    const tell = (outcome: ConversionOutcome) => {
      const now = clock.elapsed();
      const times =
        began === undefined ? { waitedMs: now - asked } : { waitedMs: began - asked, ms: now - began };
      for (const watcher of this.#watchers) watcher({ route, outcome, ...times });
    };
    const work = () => {
      began = clock.elapsed();
      return this.#perform(request, route, options);
    };
    try {
      const conversion = await this.#slots.run(work, request);
      tell('ok');
      return conversion;
    } catch (thrown) {
      const error = thrown instanceof SlotsFull ? busy(thrown) : thrown;
      tell(outcomeOf(error, request.signal));
      throw error;
    }
  }

  /** Throws what `convert` would for want of a slot, so that no file is taken in for nothing. */
  checkRoom(caller: string): void {
    try {
      this.#slots.check(caller);
    } catch (error) {
      throw error instanceof SlotsFull ? busy(error) : error;
    }
  }

  /** Tells `watcher` of every conversion for which there was a route, once it has ended. */
  watch(watcher: (end: ConversionEnd) => void): void {
    this.#watchers.push(watcher);
  }

  /** How many conversions run, and how many wait for their turn. */
  get load(): { busy: number; waiting: number } {
    const { busy, waiting } = this.#slots;
    return { busy, waiting };
  }

  async #perform(request: ConversionRequest, route: Route, options: Options): Promise<Conversion> {
    const { clock, sandbox, catalogue } = this.#parts;
    const began = clock.elapsed();
    const { file, dir, signal, owner } = request;
    const tools = {
      sandbox,
      engine: (id: string) => catalogue.engine(id),
      format,
      now: () => clock.elapsed(),
    };
    const task = {
      steps: catalogue.stepsFor(route, options),
      file,
      dir,
      options,
      wallMs: this.#parts.conversionMs,
      ...(signal ? { signal } : {}),
      ...(owner === undefined ? {} : { owner }),
    };
    const files = await perform(task, tools);
    const result = await packResults(files, route.target, task, sandbox);
    return {
      file: result.file,
      fileName: `${stemOf(path.posix.basename(request.fileName.replaceAll('\\', '/'))) || 'converted'}.${result.format.ext}`,
      mime: result.format.mime,
      size: (await stat(result.file)).size,
      ms: Math.round(clock.elapsed() - began),
      route,
    };
  }

  /** The `source` field, else the file name, else the content (decisions, "POST /v1/convert, more"). */
  async #sourceOf({ source, file, fileName }: ConversionRequest): Promise<Format> {
    if (source !== undefined && source !== '') return namedSource(source);
    const named = formatOfFileName(fileName);
    const detection = await detect(file);
    if (named && contradicts(named, detection)) {
      const found = detection.format?.ext;
      throw new ServiceError(
        'bad_request',
        `The file is named .${named.ext} but its content is ${found}. Rename it, or say what it is in the field "source".`,
        { details: { field: 'source', reason: 'content_mismatch', detected: found, named: named.ext } },
      );
    }
    const told = named ?? detection.format;
    if (told) return told;
    throw new ServiceError(
      'bad_request',
      'The kind of file cannot be told from its name or its content. Say what it is in the field "source".',
      { details: { field: 'source', reason: 'unknown_source' } },
    );
  }

  #routeBetween(source: Format, targetName: string): Route {
    const { catalogue } = this.#parts;
    const target = formatNamed(targetName)?.ext ?? shown(targetName);
    const route = catalogue.live.find(source.ext, target);
    if (route) return route;
    const declared = catalogue.declared.find(source.ext, target);
    if (declared) throw engineMissing(declared, catalogue);
    throw unsupported(source, target, catalogue.live.targets(source.ext));
  }
}

function namedSource(name: string): Format {
  const known = formatNamed(name);
  if (known) return known;
  throw new ServiceError(
    'unsupported_route',
    `There is no format called "${shown(name)}". GET /v1/formats lists them all.`,
    {
      details: { field: 'source', source: shown(name) },
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

function unsupported(source: Format, target: string, targets: readonly string[]): ServiceError {
  const can =
    targets.length > 0 ? `It can become: ${targets.join(', ')}.` : 'Nothing can be made of it here.';
  return new ServiceError('unsupported_route', `${source.ext} cannot be converted to ${target}. ${can}`, {
    details: { source: source.ext, target, targets },
  });
}

function busy({ taken }: SlotsFull): ServiceError {
  return overloaded(taken === 'line' ? 'busy' : 'too_many_waiting');
}

/** The capabilities that a worker process announces, and the catalogue of routes derived from them. */
import { engines } from '@protean/engines';
import type { Requirement } from '@protean/engines/contract/engine.ts';
import { formats } from '@protean/formats';
import { z } from 'zod';
import { Catalogue } from '../convert/catalogue/catalogue.ts';
import { withinIsolation } from '../convert/run/conversions.ts';

const schema = z.object({
  /** Isolation level of the worker's sandboxes. */
  level: z.enum(['full', 'uid', 'none']),
  /** Ids of the installed engines. */
  engines: z.array(z.string()),
  /** OCR languages, as named by Tesseract. */
  languages: z.array(z.string()),
  /**
   * Formats that the worker's operator has disabled. `disabled` is omitted if the list is empty, as in announcements of
   * earlier versions.
   */
  disabled: z.array(z.string()).optional(),
});

export type Capabilities = z.output<typeof schema>;

/** Returns the capabilities as a string. Equal capabilities result in equal strings. */
export function writeCapabilities(
  level: Capabilities['level'],
  { engines: states, languages, disabled }: Pick<Catalogue, 'engines' | 'languages' | 'disabled'>,
): string {
  const installed = states.filter(({ missing }) => missing.length === 0).map(({ engine }) => engine.id);
  const capabilities: Capabilities = {
    ...{ level, engines: installed.sort(), languages: [...languages].sort() },
    ...(disabled.size > 0 && { disabled: [...disabled].sort() }),
  };
  return JSON.stringify(capabilities);
}

/**
 * Parses `text`, the announcement of a worker, and returns the worker's catalogue. Omits the formats that this process
 * disables. A call takes about 0.5 s. Throws if `text` is invalid.
 */
export function catalogueOf(text: string, disabledHere: ReadonlySet<string>): Catalogue {
  const { level, engines: installed, languages, disabled = [] } = schema.parse(JSON.parse(text));
  const here = new Set(engines.filter(({ id }) => installed.includes(id)).flatMap(({ needs }) => needs));
  const isHere = (need: Requirement) => here.has(need);
  const all = new Set([...disabledHere, ...disabled]);
  return new Catalogue(formats, withinIsolation(level), isHere, engines, languages, all);
}

/**
 * Returns a catalogue that offers no route. The catalogue still contains the declared routes, because error messages
 * need them.
 */
export const emptyCatalogue = (disabled: ReadonlySet<string>): Catalogue =>
  new Catalogue(formats, withinIsolation('full'), () => false, engines, [], disabled);

/** The capabilities that a worker process announces, and the catalogue of routes derived from them. */
import { engines } from '@protean/engines';
import type { Requirement } from '@protean/engines/contract/engine.ts';
import { formats } from '@protean/formats';
import { z } from 'zod';
import { Catalogue } from '../convert/catalogue/catalogue.ts';
import { withinIsolation } from '../convert/run/conversions.ts';

const schema = z.object({
  /** Isolation level of its sandboxes. */
  level: z.enum(['full', 'uid', 'none']),
  /** Ids of its installed engines. */
  engines: z.array(z.string()),
  /** OCR languages, by Tesseract's names. */
  languages: z.array(z.string()),
  /** Formats that its operator disabled. Omitted if there are none, as in announcements of earlier versions. */
  disabled: z.array(z.string()).optional(),
});

export type Capabilities = z.output<typeof schema>;

/** Returns the text of the announcement, which is the same for equal capabilities. */
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
 * Returns the catalogue of a worker that announces `text`, without the formats that this process disables, in about 0.5 s.
 * Throws if the text is invalid.
 */
export function catalogueOf(text: string, disabledHere: ReadonlySet<string>): Catalogue {
  const { level, engines: installed, languages, disabled = [] } = schema.parse(JSON.parse(text));
  const here = new Set(engines.filter(({ id }) => installed.includes(id)).flatMap(({ needs }) => needs));
  const isHere = (need: Requirement) => here.has(need);
  const all = new Set([...disabledHere, ...disabled]);
  return new Catalogue(formats, withinIsolation(level), isHere, engines, languages, all);
}

/** Returns a catalogue that offers no route. Its declared routes are still known, for refusals. */
export const emptyCatalogue = (disabled: ReadonlySet<string>): Catalogue =>
  new Catalogue(formats, withinIsolation('full'), () => false, engines, [], disabled);

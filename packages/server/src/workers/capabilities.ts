/** The capabilities that a worker process announces, and the catalogue of routes derived from them. */
import { engines } from '@protean/engines';
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
});

export type Capabilities = z.output<typeof schema>;

/** Returns the text of the announcement, which is the same for equal capabilities. */
export function writeCapabilities(
  level: Capabilities['level'],
  { engines: states, languages }: Pick<Catalogue, 'engines' | 'languages'>,
): string {
  const installed = states.filter(({ missing }) => missing.length === 0).map(({ engine }) => engine.id);
  const capabilities: Capabilities = { level, engines: installed.sort(), languages: [...languages].sort() };
  return JSON.stringify(capabilities);
}

/** Returns the catalogue of a worker that announces `text`, in about 0.5 s. Throws if the text is invalid. */
export function catalogueOf(text: string): Catalogue {
  const { level, engines: installed, languages } = schema.parse(JSON.parse(text));
  const here = new Set(engines.filter(({ id }) => installed.includes(id)).flatMap(({ needs }) => needs));
  return new Catalogue(formats, withinIsolation(level), (need) => here.has(need), engines, languages);
}

/** Returns a catalogue that offers no route. Its declared routes are still known, for refusals. */
export const emptyCatalogue = (): Catalogue =>
  new Catalogue(formats, withinIsolation('full'), () => false, engines, []);

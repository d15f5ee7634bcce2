/** What a worker process can do, as it announces it, and the catalogue of routes that follows from that. */
import { engines } from '@protean/engines';
import { formats } from '@protean/formats';
import { z } from 'zod';
import { Catalogue } from '../convert/catalogue/catalogue.ts';
import { withinIsolation } from '../convert/run/conversions.ts';

const schema = z.object({
  /** The isolation level of its sandboxes. */
  level: z.enum(['full', 'uid', 'none']),
  /** The ids of the engines that are installed there. */
  engines: z.array(z.string()),
  /** Languages that text in pictures can be of, by Tesseract's names. */
  languages: z.array(z.string()),
});

export type Capabilities = z.output<typeof schema>;

/** As it stands in the announcement: the same text for the same capabilities. */
export function writeCapabilities(
  level: Capabilities['level'],
  { engines: states, languages }: Pick<Catalogue, 'engines' | 'languages'>,
): string {
  const installed = states.filter(({ missing }) => missing.length === 0).map(({ engine }) => engine.id);
  const capabilities: Capabilities = { level, engines: installed.sort(), languages: [...languages].sort() };
  return JSON.stringify(capabilities);
}

/** The catalogue of a worker that announces `text`. Throws where that is no announcement. It takes about half a second. */
export function catalogueOf(text: string): Catalogue {
  const { level, engines: installed, languages } = schema.parse(JSON.parse(text));
  const here = new Set(engines.filter(({ id }) => installed.includes(id)).flatMap(({ needs }) => needs));
  return new Catalogue(formats, withinIsolation(level), (need) => here.has(need), engines, languages);
}

/** The catalogue of nobody: no route is offered, and refusals tell which are known. */
export const emptyCatalogue = (): Catalogue =>
  new Catalogue(formats, withinIsolation('full'), () => false, engines, []);

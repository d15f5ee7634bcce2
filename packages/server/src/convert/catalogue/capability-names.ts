/**
 * Names of capabilities. A machine can run a conversion if the machine provides all capabilities that the conversion
 * needs. The names must not change between versions of Protean, because they are stored in the database.
 */
import { engines } from '@protean/engines';
import type { Engine } from '@protean/engines/contract/engine.ts';
import type { Catalogue } from './catalogue.ts';
import type { Edge } from './edges.ts';

/**
 * Capability of a machine with isolated sandboxes. Only isolated sandboxes may open a file that refers to other files.
 */
const isolated = 'isolation';

const languageName = (language: string) => `language ${language}`;

/**
 * Returns the sorted names of the capabilities that `steps` need. A step needs its engine, the languages for OCR, and
 * `isolation` if its file may refer to other files.
 */
export function capabilitiesNeeded(
  steps: readonly Pick<Edge, 'engine' | 'from'>[],
  { language }: { language?: unknown },
): string[] {
  const dangerous = steps.some(({ engine, from }) => isDangerous(engine, from));
  const languages = typeof language === 'string' ? language.split('+').map(languageName) : [];
  const needed = [...steps.map(({ engine }) => engine), ...(dangerous ? [isolated] : []), ...languages];
  return [...new Set(needed)].sort();
}

/** Returns the capabilities of the machine that the catalogue describes. */
export function capabilitiesOf({
  engines: states,
  languages,
  isFullyIsolated,
}: Pick<Catalogue, 'engines' | 'languages' | 'isFullyIsolated'>): string[] {
  const installed = states.filter(({ missing }) => missing.length === 0).map(({ engine }) => engine.id);
  return [...installed, ...(isFullyIsolated ? [isolated] : []), ...languages.map(languageName)].sort();
}

function isDangerous(id: string, from: string): boolean {
  const { dangerous = [] }: Pick<Engine, 'dangerous'> = engines.find((engine) => engine.id === id) ?? {};
  return dangerous === 'all' || dangerous.includes(from);
}

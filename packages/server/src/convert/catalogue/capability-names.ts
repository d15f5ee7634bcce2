/** What a conversion needs of the machine that does it, and what a machine has, by names that every version understands. */
import { engines } from '@protean/engines';
import type { Engine } from '@protean/engines/contract/engine.ts';
import type { Catalogue } from './catalogue.ts';
import type { Edge } from './edges.ts';

/** Of machines whose sandboxes are trusted with files that may name other files. */
const isolated = 'isolation';

const languageName = (language: string) => `language ${language}`;

/** The engines of the steps, the isolation that their files call for, and the languages of text in pictures; sorted. */
export function capabilitiesNeeded(
  steps: readonly Pick<Edge, 'engine' | 'from'>[],
  { language }: { language?: unknown },
): string[] {
  const dangerous = steps.some(({ engine, from }) => isDangerous(engine, from));
  const languages = typeof language === 'string' ? language.split('+').map(languageName) : [];
  const needed = [...steps.map(({ engine }) => engine), ...(dangerous ? [isolated] : []), ...languages];
  return [...new Set(needed)].sort();
}

/** Of the machine that the catalogue is of. */
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

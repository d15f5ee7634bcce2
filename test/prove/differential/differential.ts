/**
 * The differential oracle. The oracle converts trait documents, which contain content that conversions easily lose,
 * such as footnotes. The oracle compares the visible content of each result with the content of its source.
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { WarningCode } from '@protean/engines/contract/warnings.ts';
import type { Conversions } from '../../../packages/server/src/convert/run/conversions.ts';
import type { Route } from '../../../packages/server/src/convert/catalogue/planner.ts';
import { format } from '@protean/formats';
import { memoize } from '../../support/memoize.ts';
import type { Beginnings } from '../shared-steps.ts';
import { additions, missing, visible, type Reading } from './compare.ts';
import type { OfficeRendering } from './office-rendering.ts';
import { isReadable, readResult } from './reading.ts';
import type { DocumentTrait, TraitDocument } from './trait-document.ts';

/** A conversion route, and a trait document (a test document) in the source format of this route. */
export interface Trial {
  route: Route;
  document: TraitDocument;
}

export interface Finding extends Trial {
  /** The name of the affected trait, such as `footnote`. Empty if the conversion itself failed. */
  trait: string;
  kind: 'missing' | 'visible' | 'failed' | 'fixed';
  /** The affected phrases, or the error message. */
  detail: string;
}

/** The outcome of a trial, which is one conversion of a trait document. */
export interface Outcome {
  trial: Trial;
  /** The names of the compared traits. */
  compared: readonly string[];
  findings: readonly Finding[];
  /** The findings that are listed as known gaps, and therefore do not fail the run. */
  known?: readonly Finding[];
}

/**
 * Pairs each route with each trait document in its source format. Omits routes to images, routes to formats with
 * unreadable text, and targets that a document does not list.
 */
export function trialsOf(routes: readonly Route[], documents: readonly TraitDocument[]): Trial[] {
  return routes
    .filter(({ target }) => isReadable(target) && format(target).category !== 'image')
    .flatMap((route) =>
      documents
        .filter(({ ext, targets }) => ext === route.source && (targets?.includes(route.target) ?? true))
        .map((document) => ({ route, document })),
    );
}

interface MadeDocument {
  file: string;
  traits: readonly DocumentTrait[];
}

export class Differential {
  readonly #parts: Conversions;
  readonly #beginnings: Beginnings;
  readonly #office: OfficeRendering;
  readonly #made: (document: TraitDocument) => Promise<MadeDocument>;

  /** Creates an oracle that writes its test documents into folders below `dir`. */
  constructor(parts: Conversions, beginnings: Beginnings, office: OfficeRendering, dir: string) {
    this.#parts = parts;
    this.#beginnings = beginnings;
    this.#office = office;
    this.#made = memoize(async (document: TraitDocument) => {
      const folder = path.join(dir, document.name);
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${document.name}.${document.ext}`);
      await document.write(file);
      const more = (await document.readTraits?.(file, office)) ?? [];
      return { file, traits: [...document.traits, ...more] };
    });
  }

  async try(trial: Trial): Promise<Outcome> {
    const { route, document } = trial;
    await using folder = this.#parts.workspace.openConversion();
    const found = (trait: string, kind: Finding['kind'], detail: string): Finding => ({
      ...trial,
      ...{ trait, kind, detail },
    });
    try {
      const made = await this.#made(document);
      const { files, warnings } = await this.#beginnings.runApart(route.steps, made.file, folder.path);
      // If the result has the same text as the source, the conversion lost nothing.
      if (route.source === route.target && (await isSameText(made.file, files)))
        return { trial, compared: made.traits.map(({ name }) => name), findings: [] };
      const reading = await this.#read(files, route.target);
      const codes = warnings.map(({ code }) => code);
      const target = format(route.target);
      const traits = made.traits.filter(({ on }) => on?.(target) ?? true);
      const findings = traits.flatMap((trait) =>
        faultsOf(reading, trait)
          .filter(([kind]) => kind === 'visible' || !isExcused(trait, route, codes))
          .map(([kind, detail]) => found(trait.name, kind, detail)),
      );
      return { trial, compared: traits.map(({ name }) => name), findings };
    } catch (error) {
      const { message, cause } = error as Error;
      const why = cause instanceof Error ? `${message} (${cause.message})` : message;
      return { trial, compared: [], findings: [found('', 'failed', why.slice(0, 400))] };
    }
  }

  /** Reads the visible content of all files of a result. For example, a workbook becomes one CSV file per sheet. */
  async #read(files: readonly string[], ext: string): Promise<Reading> {
    const readings: Reading[] = [];
    for (const file of files) readings.push(await readResult(file, ext, this.#office));
    const [first = { text: '' }] = readings;
    const join = (part: (reading: Reading) => string) => readings.map(part).join('\n');
    return { ...first, text: join(({ text }) => text), all: join(({ text, all = text }) => all) };
  }
}

/** Returns whether the result is a single file that equals the source except for line endings. */
async function isSameText(source: string, results: readonly string[]): Promise<boolean> {
  const [before, ...after] = await Promise.all(
    [source, ...results].map(async (file) => (await readFile(file, 'latin1')).replace(/\r\n?/g, '\n')),
  );
  return after.length === 1 && after[0] === before;
}

/** Returns whether the route or a warning of this conversion declares the loss of the trait. */
export function isExcused(
  { losesWith = [], warnings = [], shown = [] }: Pick<DocumentTrait, 'losesWith' | 'warnings' | 'shown'>,
  { loses }: Pick<Route, 'loses'>,
  codes: readonly WarningCode[],
): boolean {
  return (
    loses.includes('text') ||
    losesWith.some((trait) => loses.includes(trait)) ||
    warnings.some((warning) => codes.includes(warning)) ||
    // The warning `characters_left_out` excuses only traits with characters outside Latin-1.
    (codes.includes('characters_left_out') && /[^\x00-\xff]/.test(shown.flat().join('')))
  );
}

/** Returns the phrases of a trait that are missing, and the content that is visible but must not be. */
export function faultsOf(
  reading: Reading,
  { shown = [], hidden = [], literal = [], vocabulary, listNumbers, aside }: DocumentTrait,
): (readonly ['missing' | 'visible', string])[] {
  // If a format numbers its lists only when they are displayed, there are no numbers to compare.
  if (listNumbers && !reading.numbersLists) return [];
  const lost = missing(reading, shown, aside ? { aside } : {});
  const added = vocabulary === undefined || reading.marked ? [] : additions(vocabulary, reading.text);
  const extra = [
    ...visible(reading, hidden),
    ...literal.filter((mark) => reading.text.includes(mark)),
    ...added,
  ];
  return [
    ...(lost.length > 0 ? [['missing', lost.join(' | ')] as const] : []),
    ...(extra.length > 0 ? [['visible', extra.join(' | ')] as const] : []),
  ];
}

/**
 * The interface of oracles. An oracle opens a result with an independent tool and checks that it has the content of the
 * sample.
 */
import type { Format, Trait } from '@protean/formats/format.ts';

export interface Claim {
  source: Format;
  target: Format;
  /** The engine that wrote the result. If possible, the oracle reads the result with a different tool. */
  writer: string;
  /** The losses that the route declares. Content that the declared losses do not cover must be unchanged. */
  loses: readonly Trait[];
}

/**
 * Checks a result. If the result has a fault, throws an error that describes the fault. `files` lists the result files
 * in order: several files if the route splits the source, for example into pages, and otherwise one.
 */
export type Oracle = (files: readonly string[], claim: Claim) => Promise<void>;

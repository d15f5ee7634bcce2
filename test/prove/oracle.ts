/**
 * The interface of oracles. An oracle opens a result with an independent tool and checks that it has the content of the
 * sample.
 */
import type { Format, Trait } from '@protean/formats/format.ts';

export interface Claim {
  source: Format;
  target: Format;
  /** The engine that wrote the result. The oracle reads the result with another tool if one exists. */
  writer: string;
  /** The losses that the route declares. All other content must be unchanged. */
  loses: readonly Trait[];
}

/**
 * Throws an error that describes the fault in the result. `files` lists the result files in order. It has several files
 * if the route splits the source, for example into pages, and otherwise one.
 */
export type Oracle = (files: readonly string[], claim: Claim) => Promise<void>;

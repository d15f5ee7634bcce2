/** What an oracle is: it opens a result with another tool and says whether the sample's meaning survived. */
import type { Format, Trait } from '@protean/formats/format.ts';

export interface Claim {
  source: Format;
  target: Format;
  /** The engine that wrote the result: read it back with another one where there is one. */
  writer: string;
  /** What the route says may be lost; everything else must have survived. */
  loses: readonly Trait[];
}

/** Throws an error that says what is wrong with `files`: one file, or several in order where the route splits. */
export type Oracle = (files: readonly string[], claim: Claim) => Promise<void>;

/** An oracle opens a result with an independent tool and checks that the meaning of the sample is unchanged. */
import type { Format, Trait } from '@protean/formats/format.ts';

export interface Claim {
  source: Format;
  target: Format;
  /** The engine that wrote the result. The oracle reads it with another tool if one exists. */
  writer: string;
  /** The losses that the route declares. All other content must be unchanged. */
  loses: readonly Trait[];
}

/** Throws an error that describes the fault in `files`: one file, or several in order if the route splits. */
export type Oracle = (files: readonly string[], claim: Claim) => Promise<void>;

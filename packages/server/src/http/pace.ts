/** The least pace at which a client must send or take: one that stalls is cut off, however long a whole transfer takes. */
export interface Pace {
  bytesPerSecond: number;
  /** Over how long it is measured. */
  seconds: number;
}

export interface Transfer {
  /** Bytes moved so far. */
  moved: () => number;
  /** Whether it is our side that the next bytes wait for. */
  waitsForUs: () => boolean;
}

/** Calls `tooSlow`, once, when for a whole span the client was below the pace; returns what ends the watch. */
export function keepPace(
  { moved, waitsForUs }: Transfer,
  { bytesPerSecond, seconds }: Pace,
  tooSlow: () => void,
): () => void {
  let before = moved();
  const watch = setInterval(() => {
    const now = moved();
    const slow = now - before < bytesPerSecond * seconds;
    before = now;
    if (!slow || waitsForUs()) return;
    clearInterval(watch);
    tooSlow();
  }, seconds * 1000);
  return () => clearInterval(watch);
}

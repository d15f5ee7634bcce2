/**
 * Distances between texts. For speed, the functions for whole documents store each column of the algorithm's matrix as
 * the bits of one large integer.
 */

/** Returns, for each character of `text`, a bit mask of the positions at which it occurs. */
function positionsOf(text: string): Map<string, bigint> {
  const positions = new Map<string, bigint>();
  for (let n = 0; n < text.length; n += 1) {
    const character = text.charAt(n);
    positions.set(character, (positions.get(character) ?? 0n) | (1n << BigInt(n)));
  }
  return positions;
}

function bitsIn(value: bigint): number {
  return value.toString(2).replaceAll('0', '').length;
}

/** Returns the length of the longest common subsequence (Hyyrö 2004). */
function longestCommon(one: string, other: string): number {
  const positions = positionsOf(one);
  const all = (1n << BigInt(one.length)) - 1n;
  let free = all;
  for (const character of other.split('')) {
    const matches = free & (positions.get(character) ?? 0n);
    free = ((free + matches) | (free - matches)) & all;
  }
  return bitsIn(~free & all);
}

/**
 * Returns the similarity of two texts, from 0 to 1 (equal): the length of the longest common subsequence, divided by
 * the mean length of the texts.
 */
export function similarity(one: string, other: string): number {
  const total = one.length + other.length;
  return total === 0 ? 1 : (2 * longestCommon(one, other)) / total;
}

/** Returns the minimum number of inserted, deleted and replaced characters between two texts (Myers 1999). */
export function editDistance(one: string, other: string): number {
  if (one.length === 0 || other.length === 0) return one.length + other.length;
  const positions = positionsOf(one);
  const all = (1n << BigInt(one.length)) - 1n;
  const last = 1n << BigInt(one.length - 1);
  let [up, down, distance] = [all, 0n, one.length];
  for (const character of other.split('')) {
    const matches = positions.get(character) ?? 0n;
    const carried = (((matches & up) + up) ^ up) | matches;
    const diagonal = matches | down;
    let more = (down | (~(carried | up) & all)) & all;
    let less = up & carried;
    if (more & last) distance += 1;
    if (less & last) distance -= 1;
    more = ((more << 1n) | 1n) & all;
    less = (less << 1n) & all;
    up = (less | (~(diagonal | more) & all)) & all;
    down = more & diagonal;
  }
  return distance;
}

/** Returns the edit distance, divided by the length of the longer text. */
export const shareChanged = (one: string, other: string): number =>
  editDistance(one, other) / Math.max(one.length, other.length, 1);

/**
 * Returns the start positions of the parts of `text` that differ from `sought` by at most `most` edits (Sellers 1980).
 */
export function placesOf(sought: string, text: string, most: number): number[] {
  let costs = Array.from({ length: sought.length + 1 }, (_, n) => n);
  let starts = costs.map(() => 0);
  const found: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const [nextCosts, nextStarts] = [[0], [at + 1]];
    for (let n = 1; n <= sought.length; n += 1) {
      const options = [
        {
          cost: (costs[n - 1] ?? 0) + (sought[n - 1] === text[at] ? 0 : 1),
          start: n === 1 ? at : (starts[n - 1] ?? 0),
        },
        { cost: (costs[n] ?? 0) + 1, start: starts[n] ?? 0 },
        { cost: (nextCosts[n - 1] ?? 0) + 1, start: nextStarts[n - 1] ?? 0 },
      ];
      const best = options.reduce((one, two) => (two.cost < one.cost ? two : one));
      nextCosts.push(best.cost);
      nextStarts.push(best.start);
    }
    [costs, starts] = [nextCosts, nextStarts];
    if ((costs[sought.length] ?? Infinity) <= most) found.push(starts[sought.length] ?? 0);
  }
  return found;
}

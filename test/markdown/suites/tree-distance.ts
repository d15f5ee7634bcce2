/** Computes the edit distance between two ordered trees (Zhang and Shasha 1989). */

export interface Tree {
  label: string;
  children: readonly Tree[];
}

interface Ordered {
  labels: string[];
  /** For each node in postorder, the index of the leftmost leaf of its subtree. */
  leaves: number[];
  /** The indexes of the nodes that have a left sibling, and of the root. */
  roots: number[];
}

function ordered(tree: Tree): Ordered {
  const result: Ordered = { labels: [], leaves: [], roots: [] };
  const visit = (node: Tree): number => {
    let first: number | undefined;
    for (const child of node.children) first = [visit(child), first].at(first === undefined ? 0 : 1);
    const own = result.labels.push(node.label) - 1;
    result.leaves.push(first ?? own);
    return first ?? own;
  };
  visit(tree);
  const last = new Map(result.leaves.map((leaf, n) => [leaf, n]));
  result.roots = [...last.values()].sort((one, two) => one - two);
  return result;
}

export const sizeOf = ({ children }: Tree): number => children.reduce((sum, one) => sum + sizeOf(one), 1);

/**
 * Returns the minimum cost of the edits that turn `one` into `other`. Adding or removing a node costs 1. `change`
 * returns the cost of changing a label.
 */
export function treeDistance(one: Tree, other: Tree, change: (label: string, to: string) => number): number {
  const [a, b] = [ordered(one), ordered(other)];
  const distances = a.labels.map(() => new Float64Array(b.labels.length));
  for (const root of a.roots) for (const second of b.roots) forest(a, b, root, second);
  return distances.at(-1)?.at(-1) ?? 0;

  function forest(x: Ordered, y: Ordered, root: number, second: number): void {
    const [left, top] = [x.leaves[root] ?? 0, y.leaves[second] ?? 0];
    const width = second - top + 2;
    const costs = Array.from({ length: root - left + 2 }, (_, n) => new Float64Array(width).fill(n));
    const cost = (row: number, column: number) => costs[row]?.[column] ?? 0;
    costs[0]?.forEach((_, n, row) => (row[n] = n));
    for (let i = left; i <= root; i += 1) {
      for (let j = top; j <= second; j += 1) {
        const [row, column] = [i - left + 1, j - top + 1];
        const simple = Math.min(cost(row - 1, column), cost(row, column - 1)) + 1;
        const whole = x.leaves[i] === left && y.leaves[j] === top;
        const kept = whole
          ? cost(row - 1, column - 1) + change(x.labels[i] ?? '', y.labels[j] ?? '')
          : cost((x.leaves[i] ?? 0) - left, (y.leaves[j] ?? 0) - top) + (distances[i]?.[j] ?? 0);
        const least = Math.min(simple, kept);
        const line = costs[row];
        if (line) line[column] = least;
        const matrix = distances[i];
        if (whole && matrix) matrix[j] = least;
      }
    }
  }
}

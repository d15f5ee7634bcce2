/** Reads the column descriptions in the footer of a Parquet file. */
import { numberIn, structIn, type Struct } from './thrift.ts';

interface Leaf {
  /** Maximum repetition level of the column's values. */
  repetition: number;
}

/** Field ids of a schema element. */
const [repetitionType, childCount, convertedType, logicalType] = [3, 5, 6, 10];
const repeated = 2;

/** Returns the columns in file order. The schema elements are in depth-first order. */
export function leavesOf(elements: readonly Struct[]): Leaf[] {
  const leaves: Leaf[] = [];
  // For each open group: the number of children that are still missing, and the repetition level of the group.
  const open: { left: number; level: number }[] = [];
  for (const [n, element] of elements.entries()) {
    const outer = open.at(-1);
    if (outer) outer.left -= 1;
    // The repetition of the root is meaningless.
    const isRepeated = n > 0 && numberIn(element.get(repetitionType)) === repeated;
    const level = (outer?.level ?? 0) + (isRepeated ? 1 : 0);
    const children = numberIn(element.get(childCount));
    if (children > 0) open.push({ left: children, level });
    else if (n > 0) leaves.push({ repetition: level });
    while (open.at(-1)?.left === 0) open.pop();
  }
  return leaves;
}

const isMap = (element: Struct) =>
  (element.has(convertedType) && numberIn(element.get(convertedType)) === 1) ||
  structIn(element.get(logicalType)).has(2);

/** Returns whether the schema contains a map type with keys but without values. */
export const hasMapWithoutValues = (elements: readonly Struct[]): boolean =>
  elements.some((element, n) => {
    const entry = elements[n + 1];
    return isMap(element) && entry !== undefined && numberIn(entry.get(childCount)) === 1;
  });

/**
 * Defines the cases of public test suites, and compares values with expected values. A case is a file with its expected
 * result.
 */
import { isList, isMap, Numeral, type Value } from '../../packages/engines/codecs/data/values/value.ts';
import { textOf } from '../../packages/engines/codecs/data/values/untyped.ts';

export interface SuiteCase {
  name: string;
  /** The source format of the request. */
  source: string;
  bytes: Buffer;
  /** The target format. The default target is json. */
  target?: string;
  /**
   * Whether the file must be converted (`valid`) or rejected (`invalid`). `either` means that the suite allows both
   * conversion and rejection.
   */
  expects: 'valid' | 'invalid' | 'either';
  /**
   * Whether the resulting JSON matches the suite's expectation. If `isRight` is absent, every resulting JSON passes.
   */
  isRight?: (value: Value) => boolean;
  /** Whether a result in another target format matches the suite's expectation. */
  isRightText?: (body: string) => boolean;
}

export interface Suite {
  /** The repository on GitHub. The checkout of the repository is a folder with the name of the repository. */
  repository: string;
  format: string;
  cases(folder: string): AsyncIterable<SuiteCase> | Iterable<SuiteCase>;
}

/** Returns whether two values are equal. Numbers are compared by value, and maps regardless of order. */
export function same(one: Value, other: Value): boolean {
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, n) => same(item, other[n] ?? null));
  if (isMap(one) && isMap(other))
    return (
      one.size === other.size &&
      [...one].every(([key, held]) => other.has(key) && same(held, other.get(key) ?? null))
    );
  if (one instanceof Numeral && other instanceof Numeral) return sameNumber(one, other);
  return one === other;
}

/** Returns whether two numbers are equal. Integers are compared exactly, and other numbers as doubles. */
export function sameNumber(one: Numeral, other: Numeral): boolean {
  if (one.isInteger && other.isInteger) return BigInt(one.text) === BigInt(other.text);
  return Object.is(Number(one.text), Number(other.text)) || Number(one.text) === Number(other.text);
}

/**
 * Returns whether two values are equal after both are written to a table such as CSV. In a table, every scalar is a
 * string, and null is an empty string.
 */
export function sameTexts(one: Value, other: Value): boolean {
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, n) => sameTexts(item, other[n] ?? null));
  if (isMap(one) && isMap(other))
    return (
      one.size === other.size && [...one].every(([key, held]) => sameTexts(held, other.get(key) ?? null))
    );
  return textOf(one) === textOf(other);
}
